import type { ConversationEventKind } from '@groupless/shared-dto';
import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { IdentityColumn } from '../../database/statements/bigint';
import { Conversation } from '../conversation.entity';

/** A change of a conversation, as a line of its thread. Ties and contacts are noted by triggers, whatever changes them. */
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

  /** Null for a key of an integrator, and where no person did it. */
  @Column({ type: 'uuid', nullable: true })
  by_id: string | null;

  /** As the name was then; null where no person did it. */
  @Column({ type: 'text', nullable: true })
  by_name: string | null;

  @Column({ type: 'jsonb', default: {} })
  details: Record<string, string | number | boolean | null>;
}
