import type { ClientTie, ConversationStatus, WaitingLimit } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Client } from '../clients/client.entity';
import { bigintAsNumber } from '../database/statements/bigint';
import { User } from '../users/user.entity';

/** A chat that the agent has reported. Its messages are rows of `chat_history` in the memory database. */
@Entity('conversations')
@Unique('conversations_chat_id', ['chat_id'])
@Check('conversations_status', `status in ('open', 'needs_human', 'human', 'closed')`)
@Index('conversations_search', { synchronize: false })
@Index('conversations_short_search', { synchronize: false })
@Index('conversations_newest', { synchronize: false })
@Index('conversations_of_status', { synchronize: false })
@Index('conversations_unread', { synchronize: false })
@Index('conversations_of_client', { synchronize: false })
@Index('conversations_of_assignee', { synchronize: false })
@Index('conversations_by_change', { synchronize: false })
@Index('conversations_of_phone', { synchronize: false })
@Index('conversations_of_channel', { synchronize: false })
@Index('conversations_waiting', { synchronize: false })
@Index('conversations_made', { synchronize: false })
@Index('conversations_last_received', { synchronize: false })
@Check('conversations_waiting_limit', `waiting_limit in ('assigned', 'team')`)
@Check('conversations_tied_by', `client_tied_by in ('person', 'number', 'booking')`)
export class Conversation {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'conversations_pkey' })
  id: string;

  @Column({ type: 'text' })
  chat_id: string;

  @Column({ type: 'text' })
  channel: string;

  @Column({ type: 'text', nullable: true })
  contact_name: string | null;

  /** In E.164 format if it can be parsed, otherwise as it was sent. */
  @Column({ type: 'text', nullable: true })
  contact_phone: string | null;

  @ManyToOne(() => Client, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'conversations_client' })
  client?: Client | null;

  @Column({ type: 'uuid', nullable: true })
  client_id: string | null;

  /** Whether a person linked or unlinked a client; pings do not change it then. */
  @Column({ type: 'boolean', default: false })
  is_client_chosen: boolean;

  /** What tied the client; or that a person untied one. */
  @Column({ type: 'text', nullable: true })
  client_tied_by: ClientTie | null;

  /** A copy of the client's name, for searches. Kept by triggers. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  client_name: string | null;

  /** The client's name, otherwise the contact's, otherwise the number. Kept by a trigger. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  name: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'assigned_to', foreignKeyConstraintName: 'conversations_assignee' })
  assignee?: User | null;

  /** The user to whom it is assigned. */
  @Column({ type: 'uuid', nullable: true })
  assigned_to: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  assigned_at: Date | null;

  /** Messages that the agent sent before this are stored, however late they are reported. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  taken_over_at: Date | null;

  /** Whether it needs a human because the agent did not answer; the agent's next message clears it. */
  @Column({ type: 'boolean', default: false })
  is_agent_away: boolean;

  @Column({ type: 'text', default: 'open' })
  status: ConversationStatus;

  /** The number of take-overs. The memory has the same number, or one more for a take-over that was not completed. */
  @Column({ type: 'integer', default: 0 })
  takeovers: number;

  @Column({ type: 'integer', default: 0 })
  unread_count: number;

  /** The customer's last messages that may be unread by somebody, in the order of their ids; none once it was closed. */
  @Column({ type: 'bigint', array: true, default: [] })
  received_ids: string[];

  /** The last counted message of the customer. */
  @Column({ type: 'bigint', default: 0, transformer: bigintAsNumber })
  received_to: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_message_at: Date | null;

  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  last_message_id: number | null;

  @Column({ type: 'text', nullable: true })
  last_message_role: string | null;

  /**
   * The name of the key that reported a message of the team; null: it was written in the panel, or is not the team's.
   */
  @Column({ type: 'text', nullable: true })
  last_message_reported_by: string | null;

  @Column({ type: 'text', nullable: true })
  last_message_preview: string | null;

  /** Since when the client waits for the next answer, whoever is to give it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  unanswered_since: Date | null;

  /** The same while a person is to give it. Kept by a trigger. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, insert: false, update: false })
  waiting_since: Date | null;

  /** The last limit that this wait has passed. A trigger takes it away with the wait. */
  @Column({ type: 'text', nullable: true })
  waiting_limit: WaitingLimit | null;

  /** When it was last handed back because nobody answered. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handed_back_at: Date | null;

  /** When somebody last wrote at a reply. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  drafting_at: Date | null;

  /** Whether a person was ever needed, or took it over. Kept by a trigger. Null, as below: it began before this was recorded. */
  @Column({ type: 'boolean', nullable: true, default: false, insert: false, update: false })
  person_needed: boolean | null;

  /** How long the client waited for the first answer. Kept by a trigger; null: there was none yet. */
  @Column({ type: 'integer', nullable: true, insert: false, update: false })
  first_answer_s: number | null;

  /** The longest time that the client waited for a person. Kept by a trigger; null: no such wait has ended. */
  @Column({ type: 'integer', nullable: true, insert: false, update: false })
  longest_wait_s: number | null;

  /** The last erasure of its chat of which no copy is left here. */
  @Column({ type: 'bigint', default: 0, transformer: bigintAsNumber })
  erased_to: number;

  /** The time of the last ping. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  agent_last_seen_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** The text that a search reads. Kept by a trigger. */
  @Column({ type: 'text', default: '', select: false, insert: false, update: false })
  search_text: string;
}
