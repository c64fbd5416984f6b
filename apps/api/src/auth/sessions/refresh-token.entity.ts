import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AuthSession } from './auth-session.entity';

/** A refresh token of a session: the newest, or one that was used. */
@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256. A slow hash adds nothing to 256 random bits. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'refresh_tokens_pkey' })
  token_digest: Buffer;

  @Index('refresh_tokens_session_id')
  @Column({ type: 'uuid' })
  session_id: string;

  @ManyToOne(() => AuthSession, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'refresh_tokens_session' })
  session: AuthSession;

  /** Equal to the session's `generation` for the newest token. */
  @Column({ type: 'integer' })
  generation: number;
}
