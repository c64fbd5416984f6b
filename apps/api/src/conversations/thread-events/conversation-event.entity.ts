import type { ConversationEventKind } from '@groupless/shared-dto';
import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { IdentityColumn } from '../../database/statements/bigint';
import { Conversation } from '../conversation.entity';

/** A change of a conversation, shown as a line of its thread. Ties and contacts are recorded by triggers. */
@Entity('conversation_events')
@Index('conversation_events_of_conversation', { synchronize: false })
export class ConversationEvent {
  @IdentityColumn('conversation_events_pkey')
  id: number;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'conversation_events_conversation' })
  conversation?: Conversation;

  @Column({ type: 'uuid' })
  conversation_id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column({ type: 'text' })
  kind: ConversationEventKind;

  /** Null for an integrator's key, and if no person did it. */
  @Column({ type: 'uuid', nullable: true })
  by_id: string | null;

  /** The name at that time; null if no person did it. */
  @Column({ type: 'text', nullable: true })
  by_name: string | null;

  @Column({ type: 'jsonb', default: {} })
  details: Record<string, string | number | boolean | null>;
}
