import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ConversationListQueryDto, ConversationSort, EventType } from '@groupless/shared-dto';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import type { Transaction } from '../database/transaction';
import type { SortKey } from '../database/pages/page-statements';
import { readFilteredPage } from '../database/pages/read-filtered-page';
import { readPage } from '../database/pages/read-page';
import { EventsService } from '../events/events.service';
import { breaks } from '../database/violations';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import type { JsonText } from '../platform/http/json-text';
import { On } from '../shared/bus/topic';
import { ConcurrencyLimit } from '../shared/concurrency-limit';
import { conditionsOf, type ConversationFilters } from './conversation-filters';
import { conversationJson } from './conversation-json';
import { readerSql } from './reads/own-unread';
import { USER_LEAVES, type Leaving } from '../users/public';
import { User } from '../users/user.entity';
import { Conversation } from './conversation.entity';
import { addEvents, type NewEvent } from './thread-events/conversation-events.repository';

/** Columns that never change or that the database keeps. */
type KeptByOthers =
  | ('id' | 'chat_id' | 'client' | 'client_name' | 'name' | 'assignee' | 'search_text' | 'waiting_since')
  | ('person_needed' | 'first_answer_s' | 'longest_wait_s');

/** A locked conversation. */
export interface PresentConversation extends Conversation {
  /** Null: nobody is assigned. */
  assignee: User | null;
}

/** A change of a conversation with its audit entry. */
export interface ConversationChange {
  set: Partial<Omit<Conversation, KeptByOthers>>;
  event: AuditEvent;
  /** The lines in the thread, made from the conversation after the change. */
  linesOf?: (after: PresentConversation) => readonly NewEvent[];
  /** Events that are sent with the commit, because a person waits for them. */
  announces?: readonly EventType[];
}

/** Whether anything was changed. */
export interface Outcome {
  changed: boolean;
}

/** The columns needed to deliver replies to a chat, and to show search hits in it. */
export type DeliverableConversation = Pick<
  Conversation,
  | ('id' | 'chat_id' | 'channel' | 'status' | 'name' | 'contact_name' | 'contact_phone')
  | ('client_id' | 'is_client_chosen')
>;

/** Computes the change from the present conversation; null: nothing changes. */
type Decide<Change> = (present: PresentConversation, transaction: Transaction) => Change;

/** Each holds a connection of the panel's pool while it waits for the memory, so most connections have to stay free. */
const AFTER_MEMORY = {
  at_once: 3,
  waiting: 100,
  patience_ms: 10_000,
  refusal: 'Too many answers and take-overs wait for the memory database.',
};

const FIND = {
  name: 'find_conversation',
  text: `select ${conversationJson('$2::uuid')} as row from conversations where id = $1`,
};

const FIND_CHAT_ID = {
  name: 'find_chat_of_conversation',
  text: 'select chat_id from conversations where id = $1',
};

/** Closed conversations get no line in the thread. */
const GIVE_BACK = `
  with theirs as materialized (
    select id, status from conversations where assigned_to = $1 order by id for update
  ), given as (
    update conversations set assigned_to = null, assigned_at = null, updated_at = $2,
      status = case when theirs.status = 'human' then 'needs_human' else theirs.status end
    from theirs where conversations.id = theirs.id
  ), lines as (
    insert into conversation_events (conversation_id, at, kind, details)
    select id, $2, 'given_back', $3::jsonb from theirs where status <> 'closed'
  )
  select id from theirs`;

/** Beyond this number of changes, lists are reloaded as a whole. */
const MOST_ANNOUNCED = 20;

/** Prevents that the user is switched off before the transaction ends. */
const LOCK_HOLDER = `
  select from users where id = $1 and is_active and role <> 'viewer' for key share`;

const REFERENCES = [
  { constraint: 'conversations_client', field: 'client_id', message: 'No client has the id in client_id.' },
  { constraint: 'conversations_assignee', field: 'user_id', message: 'No user has the id in user_id.' },
] as const;

/** A conversation without messages is sorted by its creation. */
const LAST_AT = 'coalesce(last_message_at, created_at)';

/** Those for whom nobody waits come last. */
const WAITING_SINCE = `coalesce(waiting_since, 'infinity')`;

function sortKeys(sort: ConversationSort): SortKey[] {
  if (sort === 'waiting')
    return [{ sql: WAITING_SINCE, kind: 'time', descending: false }, ...sortKeys('-last_message_at')];
  const descending = sort.startsWith('-');
  const sql = sort.endsWith('updated_at') ? 'updated_at' : LAST_AT;
  return [
    { sql, kind: 'time', descending },
    { sql: 'id', kind: 'uuid', descending },
  ];
}

@Injectable()
export class ConversationsRepository {
  private readonly writes = new ConcurrencyLimit(AFTER_MEMORY);

  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
    private readonly events: EventsService,
  ) {}

  listConversations({
    sort = '-last_message_at',
    limit,
    cursor,
    ...filters
  }: ConversationFilters & Pick<ConversationListQueryDto, 'sort' | 'limit' | 'cursor'>): Promise<JsonText> {
    const { chats, ...lasting } = filters;
    const { where, values } = conditionsOf(lasting);
    const list = {
      name: 'conversations',
      row: conversationJson(readerSql(filters.reader)),
      from: 'conversations',
      kept_count: 'conversations',
      sort: sortKeys(sort),
      ...conditionsOf(filters),
      // The set of undelivered chats changes with each reply, so it is not part of the cursor's fingerprint.
      asked: chats === undefined ? [where, values] : [where, values, 'of chats'],
    };
    const { search, assigned_to, channel, created_after, outcome } = filters;
    const isSelective = [search, assigned_to, channel, chats, created_after, outcome].some(
      (filter) => filter !== undefined,
    );
    const read = isSelective ? readFilteredPage : readPage;
    return read(this.statements, list, { limit, cursor });
  }

  /** @param reader the user whose marks say what is unread */
  async findConversation(id: string, reader: string | null): Promise<JsonText | null> {
    const [found] = await this.statements.run<{ row: JsonText }>(FIND, [id, reader]);
    return found?.row ?? null;
  }

  async findChatId(id: string): Promise<string | null> {
    const [found] = await this.statements.run<{ chat_id: string }>(FIND_CHAT_ID, [id]);
    return found?.chat_id ?? null;
  }

  /** @returns whether there is such a conversation */
  async noteTyping(id: string, drafting_at: Date): Promise<boolean> {
    const { affected } = await this.panel.getRepository(Conversation).update({ id }, { drafting_at });
    return affected !== 0;
  }

  /** The conversations of the chats; chats that no ping reported have none. */
  listByChats(chatIds: readonly string[]): Promise<DeliverableConversation[]> {
    if (chatIds.length === 0) return Promise.resolve([]);
    return this.panel.getRepository(Conversation).find({
      select: {
        id: true,
        chat_id: true,
        channel: true,
        status: true,
        name: true,
        contact_name: true,
        contact_phone: true,
        client_id: true,
        is_client_chosen: true,
      },
      where: { chat_id: In([...chatIds]) },
    });
  }

  /**
   * Changes a conversation under its row lock.
   * @param holder the user who gets it
   * @returns null if there is no such conversation
   * @throws AppError `invalid_request` for a client who does not exist; `forbidden` for a holder who may not answer
   */
  changeConversation(
    id: string,
    holder: string | null,
    decide: Decide<ConversationChange | null>,
  ): Promise<Outcome | null> {
    return this.change(id, holder, decide);
  }

  /**
   * The same for a decision that writes the memory first. That write must be harmless if the change is not stored. Few
   * run at a time; the others wait before they take a connection.
   * @throws AppError `overloaded` for one that would wait too long
   */
  changeAfterMemory(
    id: string,
    holder: string | null,
    decide: Decide<Promise<ConversationChange | null>>,
  ): Promise<Outcome | null> {
    return this.writes.run(() => this.change(id, holder, decide));
  }

  /** The chats that wait for the team. */
  async listWaitingChats(): Promise<string[]> {
    const where = { status: In(['needs_human', 'human']) };
    const waiting = await this.panel.getRepository(Conversation).find({ select: { chat_id: true }, where });
    return waiting.map(({ chat_id }) => chat_id);
  }

  /** Ties the conversation of a booking to its client, unless it is tied already or a person untied it. */
  async tieByBooking(
    transaction: Transaction,
    { chat_id, client_id, at }: { chat_id: string; client_id: string; at: Date },
  ): Promise<void> {
    await transaction.update(
      Conversation,
      { chat_id, client_id: IsNull(), is_client_chosen: false },
      { client_id, client_tied_by: 'booking', updated_at: at },
    );
  }

  /**
   * Unassigns all conversations of a user who can no longer answer. Those that were taken over need a human. One
   * statement, because over the years there are many.
   */
  @On(USER_LEAVES)
  async giveBack({ transaction, user, at }: Leaving): Promise<void> {
    const details = JSON.stringify({ before_name: user.name });
    const theirs = await transaction.query<{ id: string }[]>(GIVE_BACK, [user.id, at, details]);
    const ids = theirs.length <= MOST_ANNOUNCED ? theirs.map(({ id }) => id) : [null];
    for (const id of ids) await this.events.announceIn(transaction, ['conversation.updated'], id);
  }

  private change(
    id: string,
    holder: string | null,
    decide: Decide<Promise<ConversationChange | null> | ConversationChange | null>,
  ): Promise<Outcome | null> {
    return this.panel
      .transaction(async (transaction) => {
        if (holder !== null) await demandHolder(transaction, holder);
        const present = await findPresent(transaction, id);
        if (present === null) return null;
        const change = await decide(present, transaction);
        if (change === null) return { changed: false };
        const { set, event, announces, linesOf } = change;
        await transaction.update(Conversation, { id }, { ...set, updated_at: event.at });
        await transaction.insert(AuditEvent, event);
        const after = linesOf === undefined ? null : await findPresent(transaction, id);
        for (const line of after === null ? [] : (linesOf?.(after) ?? []))
          await addEvents(transaction, [id], event.at, line);
        if (announces) await this.events.announceIn(transaction, announces, id);
        return { changed: true };
      })
      .catch((error: unknown) => {
        throw unknownReference(error);
      });
  }
}

/**
 * Locked before the conversation, in the same order as when a user is switched off.
 * @throws AppError `forbidden`
 */
async function demandHolder(transaction: EntityManager, user_id: string): Promise<void> {
  const found = await transaction.query<object[]>(LOCK_HOLDER, [user_id]);
  if (found.length === 0) throw new AppError('forbidden', 'This user may not answer any more.');
}

/** Locks the conversation until the transaction ends. */
async function findPresent(transaction: EntityManager, id: string): Promise<PresentConversation | null> {
  const lock = { mode: 'pessimistic_write' } as const;
  const found = await transaction.findOne(Conversation, { where: { id }, lock });
  if (found === null) return null;
  const { assigned_to } = found;
  const assignee = assigned_to === null ? null : await transaction.findOneBy(User, { id: assigned_to });
  return Object.assign(found, { assignee });
}

/** The error for a client or a user who does not exist. */
function unknownReference(error: unknown): unknown {
  for (const { constraint, field, message } of REFERENCES)
    if (breaks(error, constraint)) return invalidRequest([{ field, code: 'not_allowed', message }]);
  return error;
}
