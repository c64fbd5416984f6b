import { Column, Entity, Index } from 'typeorm';
import type { AuditEvent } from '../../../audit/audit-event.entity';
import { IdentityColumn } from '../../../database/statements/bigint';

/** What the thread says about an erasure. */
export interface ErasureLine {
  kind: 'message_erased' | 'chat_erased' | 'message_deleted_by_author' | 'erased_reply_delivered';
  by_id: string | null;
  by_name: string | null;
}

/** Erased messages of a chat whose copies in the panel's database are not erased yet. */
@Entity('chat_erasures')
@Index('chat_erasures_of_chat', ['chat_id', 'id'])
export class ChatErasure {
  @IdentityColumn('chat_erasures_pkey')
  id: number;

  @Column({ type: 'text' })
  chat_id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;

  @Column({ type: 'bigint', array: true })
  message_ids: string[];

  /** Those of them that the customer wrote: they may be counted as unread. */
  @Column({ type: 'bigint', array: true })
  received_ids: string[];

  /** The times of the messages. Copies are found by them. */
  @Column({ type: 'timestamptz', array: true })
  written_at: Date[];

  /** Null: the thread says nothing. */
  @Column({ type: 'jsonb', nullable: true })
  line: ErasureLine | null;

  /** Null: the audit says nothing. */
  @Column({ type: 'jsonb', nullable: true })
  audit: AuditEvent | null;
}
