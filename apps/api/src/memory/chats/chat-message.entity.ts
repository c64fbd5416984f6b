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

  /** The sender's own id, of messages from before there was `sent_id` and of those about a project. */
  @Column({ type: 'text', nullable: true })
  external_id: string | null;

  /** By which way it came; null: another program wrote it into the table. */
  @Column({ type: 'text', nullable: true })
  written_in: 'ping' | 'panel' | null;

  /** The name of the key whose ping brought it. */
  @Column({ type: 'text', nullable: true })
  reported_by: string | null;

  /** When the agent confirmed that the reply reached the customer. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  delivered_at: Date | null;

  /** The user who wrote the reply; null for a key of an integrator. */
  @Column({ type: 'uuid', nullable: true })
  author_id: string | null;

  /** Who wrote the reply, as the name was then. */
  @Column({ type: 'text', nullable: true })
  author_name: string | null;

  /** By which way people wrote it; null where that was not told. For a reply, by which way it should go. */
  @Column({ type: 'text', nullable: true })
  channel: string | null;

  /** The id of the key that reported it. */
  @Column({ type: 'text', nullable: true })
  sent_by: string | null;

  /** The sender's own id of the message: what one key sends twice with one text is stored once. */
  @Column({ type: 'text', nullable: true })
  sent_id: string | null;

  /** The place among the parts of one long message. */
  @Column({ type: 'integer', default: 0 })
  part: number;

  /** The message that had the same `sent_id` with another text before. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  edited_of: number | null;

  /** Of a turn about a project: the assistant's session, and where it was. */
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

  /** The user whose turn it is; null: the team's, or no turn. */
  @Column({ type: 'text', nullable: true })
  owner_id: string | null;

  /** The `Idempotency-Key` of a reply, with who sent it. */
  @Column({ type: 'text', nullable: true })
  request_key: string | null;
}
