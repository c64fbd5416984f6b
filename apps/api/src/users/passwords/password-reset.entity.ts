import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { UserInvite } from '../invites/user-invite.entity';
import { User } from '../user.entity';

/** A user's link for a forgotten password, until it is used or replaced. */
@Entity('password_resets')
@Unique('password_resets_token', ['token_digest'])
export class PasswordReset {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'password_resets_pkey' })
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'password_resets_user' })
  user: User;

  /** SHA-256. */
  @Column({ type: 'bytea' })
  token_digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;
}

/** The links with which users set a password. */
export const PASSWORD_LINKS = [UserInvite, PasswordReset] as const;
