import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { User } from './user.entity';

/** The token of a user's calendar feed. */
@Entity('calendar_tokens')
@Unique('calendar_tokens_token', ['token_digest'])
export class CalendarToken {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'calendar_tokens_pkey' })
  user_id: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'calendar_tokens_user' })
  user: User;

  /** SHA-256. */
  @Column({ type: 'bytea' })
  token_digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
