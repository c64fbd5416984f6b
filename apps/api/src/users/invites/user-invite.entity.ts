import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { User } from '../user.entity';

/** A user's invitation link, until it is used or replaced. */
@Entity('user_invites')
@Unique('user_invites_token', ['token_digest'])
export class UserInvite {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'user_invites_pkey' })
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'user_invites_user' })
  user: User;

  /** The user who made it. Null: the server, or an older version. */
  @Index('user_invites_made_by')
  @Column({ type: 'uuid', nullable: true })
  made_by: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'made_by', foreignKeyConstraintName: 'user_invites_maker' })
  maker: User | null;

  /** SHA-256. */
  @Column({ type: 'bytea' })
  token_digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;
}
