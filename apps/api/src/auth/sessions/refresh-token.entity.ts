import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AuthSession } from './auth-session.entity';

/** A refresh token of a session, the newest or one that was used. */
@Entity('refresh_tokens')
export class RefreshToken {
  /** SHA-256: the token itself has 256 random bits and needs no slower hash. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'refresh_tokens_pkey' })
  token_digest: Buffer;

  @Index('refresh_tokens_session_id')
  @Column({ type: 'uuid' })
  session_id: string;

  @ManyToOne(() => AuthSession, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'refresh_tokens_session' })
  session: AuthSession;

  /** The newest has the session's number. */
  @Column({ type: 'integer' })
  generation: number;
}
