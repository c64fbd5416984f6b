import { bigintAsNumber } from '../../database/statements/bigint';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A chat with messages from pings or the panel. A writer locks its row, so that messages of
 * one chat get their ids in the order in which they can be seen.
 */
@Entity('chats')
export class Chat {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'chats_pkey' })
  chat_id: string;

  /** The number of the last take-over that was begun, completed or not. */
  @Column({ type: 'integer', default: 0 })
  takeovers: number;

  /** The last erasure of messages. Who read the chat before it must not write what was read. */
  @Column({ type: 'bigint', default: 0, transformer: bigintAsNumber })
  erased_to: number;
}
