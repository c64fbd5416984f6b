import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { UserInvite } from '../invites/user-invite.entity';
import { User } from '../user.entity';

/** A user's link for a forgotten password. There may be several: whoever asks again ends none that lies in a mailbox. */
@Entity('password_resets')
export class PasswordReset {
  /** SHA-256. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'password_resets_pkey' })
  token_digest: Buffer;

  @Index('password_resets_by_user')
  @Column({ type: 'uuid' })
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'password_resets_user' })
  user: User;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;
}

/** The links with which users set a password. */
export const PASSWORD_LINKS = [UserInvite, PasswordReset] as const;
