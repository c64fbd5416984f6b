import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { AuthSession } from '../../auth/sessions/auth-session.entity';

/** A browser that is told by push. It goes with the session that added it. */
@Entity('push_devices')
@Unique('push_devices_endpoint', ['endpoint_digest'])
export class PushDevice {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'push_devices_pkey' })
  id: string;

  @Index('push_devices_session_id')
  @Column({ type: 'uuid' })
  session_id: string;

  @ManyToOne(() => AuthSession, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'push_devices_session' })
  session: AuthSession;

  /** SHA-256: a browser that subscribes again is the same device. */
  @Column({ type: 'bytea' })
  endpoint_digest: Buffer;

  /** Sealed: the endpoint, and the keys by which it is written to. Who has them may tell the device anything. */
  @Column({ type: 'text' })
  subscription: string;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** When the push service last took something. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_at: Date | null;
}
