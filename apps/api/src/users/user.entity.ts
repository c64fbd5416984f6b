import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const ROLES = ['admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

@Entity('users')
@Check('users_role', `role in ('admin', 'operator', 'viewer')`)
@Index('users_email', { synchronize: false })
export class User {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'users_pkey' })
  id: string;

  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  role: Role;

  /** Argon2id in PHC form; null until an invited user has chosen a password. */
  @Column({ type: 'text', nullable: true })
  password_hash: string | null;

  @Column({ type: 'boolean', default: true })
  is_active: boolean;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
