import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ConversationEventDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import type { Transaction } from '../../database/transaction';
import type { KnownActor } from '../../platform/access/caller';
import { ConversationEvent } from './conversation-event.entity';

/** What happened, without where and when. */
export interface NewEvent extends Pick<ConversationEvent, 'kind'> {
  details?: ConversationEvent['details'];
  /** Null: no person did it. */
  by: Pick<ConversationEvent, 'by_id' | 'by_name'> | null;
}

/** The messages of a thread beside which events are shown. Null: without an end. */
export interface EventWindow {
  from: string | null;
  until: string | null;
}

/** As many as anybody reads beside one window of messages. */
const MOST = 200;

@Injectable()
export class ConversationEventsRepository {
  constructor(@InjectRepository(ConversationEvent) private readonly events: Repository<ConversationEvent>) {}

  /** The newest within a window, oldest first. */
  async listWithin(conversation_id: string, { from, until }: EventWindow): Promise<ConversationEventDto[]> {
    const query = this.events
      .createQueryBuilder('event')
      .where('event.conversation_id = :conversation_id', { conversation_id })
      .orderBy('event.at', 'DESC')
      .addOrderBy('event.id', 'DESC')
      .limit(MOST);
    if (from !== null) query.andWhere('event.at >= :from', { from });
    if (until !== null) query.andWhere('event.at < :until', { until });
    return (await query.getMany()).reverse().map(toEventDto);
  }
}

/** Notes what happened in conversations, in the transaction in which it does. */
export async function addEvents(
  transaction: Transaction,
  conversation_ids: readonly string[],
  at: Date,
  { kind, details = {}, by }: NewEvent,
): Promise<void> {
  if (conversation_ids.length === 0) return;
  const { by_id = null, by_name = null } = by ?? {};
  await transaction.insert(
    ConversationEvent,
    conversation_ids.map((conversation_id) => ({ conversation_id, at, kind, details, by_id, by_name })),
  );
}

/** Who did it, as the thread names them. */
export function eventAuthor({ caller }: KnownActor): NewEvent['by'] {
  return { by_id: caller.kind === 'user' ? caller.id : null, by_name: caller.name };
}

function toEventDto({ id, at, kind, by_id, by_name, details }: ConversationEvent): ConversationEventDto {
  const by = by_name === null ? null : { id: by_id, name: by_name };
  return { id, at: at.toISOString(), kind, by, details };
}
