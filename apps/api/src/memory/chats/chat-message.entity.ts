import { Check, Column, Entity, Index } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../database/statements/bigint';

@Entity('chat_history')
@Index('chat_history_newest', { synchronize: false })
@Index('chat_history_external_id', { synchronize: false })
@Index('chat_history_by_time', { synchronize: false })
@Index('chat_history_received', { synchronize: false })
@Index('chat_history_undelivered', { synchronize: false })
@Index('chat_history_waiting', { synchronize: false })
@Index('chat_history_sent', { synchronize: false })
@Index('chat_history_versions', { synchronize: false })
@Index('chat_history_edits', { synchronize: false })
@Index('chat_history_request', { synchronize: false })
@Index('chat_history_of_session', { synchronize: false })
@Index('chat_history_of_owner', { synchronize: false })
@Check('chat_history_written_in', `written_in in ('ping', 'panel')`)
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

  /** The sender's own id, of messages older than `sent_id` and of those about a project. */
  @Column({ type: 'text', nullable: true })
  external_id: string | null;

  /** How it was written; null: another program inserted it. */
  @Column({ type: 'text', nullable: true })
  written_in: 'ping' | 'panel' | null;

  /** The name of the key whose ping brought it. */
  @Column({ type: 'text', nullable: true })
  reported_by: string | null;

  /** When the agent confirmed that the reply reached the customer. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  delivered_at: Date | null;

  /** When an agent first got the reply: since then the customer may have it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handed_out_at: Date | null;

  /** When it was taken back, of a reply that was delivered all the same. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  taken_back_at: Date | null;

  /** The user who wrote the reply; null for a key of an integrator. */
  @Column({ type: 'uuid', nullable: true })
  author_id: string | null;

  /** The author's name at that time. */
  @Column({ type: 'text', nullable: true })
  author_name: string | null;

  /** The channel of the message; null if unknown. For a reply, the channel on which it goes back. */
  @Column({ type: 'text', nullable: true })
  channel: string | null;

  /** The id of the key that reported it. */
  @Column({ type: 'text', nullable: true })
  sent_by: string | null;

  /** The sender's own id. The same text under the same id of one key is stored once. */
  @Column({ type: 'text', nullable: true })
  sent_id: string | null;

  /** The time of the message as its sender gave it; null: it gave none. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sent_at: Date | null;

  /** The sender's own id of a version whose text an earlier version has, which has `sent_id`; and which version it is. */
  @Column({ type: 'text', nullable: true })
  version_of: string | null;

  @Column({ type: 'integer', nullable: true })
  version: number | null;

  /** The position among the parts of a long message. */
  @Column({ type: 'integer', default: 0 })
  part: number;

  /** The earlier message with the same `sent_id` and another text. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  edited_of: number | null;

  /** For a turn about a project: the assistant's session, and where it was. */
  @Column({ type: 'text', nullable: true })
  session_id: string | null;

  @Column({ type: 'text', nullable: true })
  branch: string | null;

  @Column({ type: 'text', nullable: true })
  head: string | null;

  @Column({ type: 'text', nullable: true })
  machine: string | null;

  /** The id of the key that stored the turn. */
  @Column({ type: 'text', nullable: true })
  key_id: string | null;

  /** The owner of the turn; null: the team's, or not a turn. */
  @Column({ type: 'text', nullable: true })
  owner_id: string | null;

  /** The `Idempotency-Key` of a reply, with its sender. */
  @Column({ type: 'text', nullable: true })
  request_key: string | null;
}
