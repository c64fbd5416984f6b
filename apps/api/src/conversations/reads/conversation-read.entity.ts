import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';
import { User } from '../../users/user.entity';
import { Conversation } from '../conversation.entity';

/** How far a user has read a conversation. Without a row it is `users.messages_read_to`. */
@Entity('conversation_reads')
@Index('conversation_reads_unread', { synchronize: false })
export class ConversationRead {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'conversation_reads_pkey' })
  conversation_id: string;

  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'conversation_reads_pkey' })
  user_id: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'conversation_reads_conversation' })
  conversation?: Conversation;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'conversation_reads_user' })
  user?: User;

  /** The last message that is read. What came later has a higher id, whenever it was written. */
  @Column({ type: 'bigint', transformer: bigintAsNumber })
  read_to: number;

  /** Whether the user has marked it for later. */
  @Column({ type: 'boolean' })
  is_unread: boolean;
}
