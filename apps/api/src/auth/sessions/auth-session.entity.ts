import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { User } from '../../users/user.entity';

/** A log-in session. It ends when it is deleted. */
@Entity('auth_sessions')
export class AuthSession {
  /** The claim `sid` of access tokens. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'auth_sessions_pkey' })
  id: string;

  @Index('auth_sessions_user_id')
  @Column({ type: 'uuid' })
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'auth_sessions_user' })
  user: User;

  /** The number of its newest refresh token. */
  @Column({ type: 'integer', default: 1 })
  generation: number;

  @Column({ type: 'text', nullable: true })
  ip: string | null;

  @Column({ type: 'text', nullable: true })
  user_agent: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** When the newest refresh token was made. */
  @Column({ type: 'timestamptz', precision: 3 })
  last_used_at: Date;

  /** When the user last proved the password or a code, at the log-in or by a confirmation. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  confirmed_at: Date | null;

  /** The absolute end, regardless of use. */
  @Column({ type: 'timestamptz', precision: 3 })
  ends_at: Date;
}
