import { Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../database/bigint';

@Entity('chat_history')
@Index('chat_history_newest', { synchronize: false })
@Index('chat_history_external_id', { synchronize: false })
export class ChatMessage {
  @IdentityColumn('chat_history_pkey')
  id: number;

  @Column({ type: 'text' })
  chat_id: string;

  @Column({ type: 'text' })
  role: string;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  timestamp: Date;

  /** The sender's own id of the message: what it sends twice is stored once. */
  @Column({ type: 'text', nullable: true })
  external_id: string | null;
}
