import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Conversation } from '../conversation.entity';

/** An internal note of the team about a conversation. */
@Entity('conversation_notes')
@Index('conversation_notes_of_conversation', { synchronize: false })
@Index('conversation_notes_removed', { synchronize: false })
export class ConversationNote {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'conversation_notes_pkey' })
  id: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'conversation_notes_conversation' })
  conversation?: Conversation;

  @Column({ type: 'uuid' })
  conversation_id: string;

  @Column({ type: 'text' })
  text: string;

  /** Null for a key of an integrator. */
  @Column({ type: 'uuid', nullable: true })
  author_id: string | null;

  /** The name at that time. */
  @Column({ type: 'text' })
  author_name: string;

  /** The id of an integrator's key; null for a user or if unknown. */
  @Column({ type: 'text', nullable: true })
  author_key: string | null;

  /** The colleagues whom it names, and who are told of it. */
  @Column({ type: 'uuid', array: true, default: [] })
  mentioned_ids: string[];

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  /** When it was removed. Removed notes are kept for a time and can be restored. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removed_at: Date | null;

  /** The name at that time. */
  @Column({ type: 'text', nullable: true })
  removed_by_name: string | null;
}
