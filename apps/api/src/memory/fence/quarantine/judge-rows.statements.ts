import { QUARANTINE_KINDS } from '@groupless/shared-dto';
import { hash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { inTimeSlices, type Steps } from '../../../shared/time-slices';
import { PROJECT_CHATS } from '../../readers/reader';
import { findOrder } from '../orders/find-order';

/** What is told of a row besides what is searched: where it was written, in one line each. */
const TOLD_BESIDE = {
  session: [`assistant_sessions`, 'mood, session_id, branch, head, machine'],
  chat: ['chat_history', 'session_id, branch, head, machine'],
  project: ['assistant_projects', 'status'],
  state: ['assistant_state', 'session_id, branch, head, machine'],
  task: ['assistant_tasks', 'session_id, branch, head, machine'],
  decision: ['assistant_decisions', 'assistant_session, branch, head, machine'],
} as const;

/**
 * SQL: the text of a row that is judged: all that a brief may show of it.
 * @param kind an expression of the row's kind, beside `search_source()` of it
 */
export const judgedText = (kind: string, id: string) =>
  `concat_ws(E'\\n', name, body, case ${kind} ${Object.entries(TOLD_BESIDE)
    .map(
      ([one, [table, columns]]) =>
        `when '${one}' then (select nullif(concat_ws(E'\\n', ${columns}), '') from ${table} as told where told.id = ${id})`,
    )
    .join(' ')} end)`;

/**
 * Short rows, of which a brief shows many below each other, and their texts as they are searched. Decisions are judged with their
 * session, and have no order of their own.
 */
const LISTED = {
  task: ['assistant_tasks', 'task'],
  state: ['assistant_state', `concat_ws(E'\\n', key || ' ' || category, value)`],
} as const;
/** So much on both sides of the seam is read: what is split there goes on there. */
const NEAR = 80;

/** SQL: the end of the row before one, or the beginning of that behind it; null: there is none. */
const neighbour = (side: 'before' | 'behind') => {
  const [end, than, order] = side === 'before' ? ['right', '<', 'desc'] : ['left', '>', 'asc'];
  const cases = Object.entries(LISTED).map(
    ([kind, [table, text]]) =>
      `when '${kind}' then (select ${end}(${text}, ${NEAR}) from ${table} as near where near.id ${than} changed.id
        order by near.id ${order} limit 1)`,
  );
  return `case kind ${cases.join(' ')} end`;
};

/** In the order of the changes. What customers write is left out: it is shown to no assistant. */
const TEXTS = `
  select kind, id, ${judgedText('kind', 'changed.id')} as text,
    ${neighbour('before')} as before, ${neighbour('behind')} as behind
  from (
    select kind, id, min(place) as place
    from unnest($1::text[], $2::bigint[]) with ordinality as changed (kind, id, place)
    group by kind, id
  ) as changed
  cross join lateral search_source(kind, id)
  where kind = any ($3) and (kind <> 'chat' or starts_with(name, '${PROJECT_CHATS}'))
  order by place`;

/** The rows beside changed ones, which may give an order with them now. */
const NEIGHBOURS = Object.entries(LISTED)
  .flatMap(([kind, [table]]) =>
    [`max(id) from ${table} where id <`, `min(id) from ${table} where id >`].map(
      (nearest) => `
  select kind, near.id from unnest($1::text[], $2::bigint[]) as changed (kind, id)
    cross join lateral (select ${nearest} changed.id) as near (id)
  where kind = '${kind}' and near.id is not null`,
    ),
  )
  .join(' union ');

const FORGET = `
  delete from memory_quarantine as known using unnest($1::text[], $2::bigint[]) as changed (kind, id)
  where known.kind = changed.kind and known.row_id = changed.id
    and (known.kind, known.row_id) not in (select * from unnest($3::text[], $4::bigint[]))`;

/** A text that was released stays so until it changes. */
const HOLD = `
  insert into memory_quarantine as known (kind, row_id, rule, digest)
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
  on conflict (kind, row_id) do update
    set status = 'held', rule = excluded.rule, digest = excluded.digest, found_at = now()
    where known.digest <> excluded.digest`;

export interface ChangedRow {
  kind: string;
  id: string;
}

interface JudgedRow extends ChangedRow {
  text: string;
  /** The rows beside it. */
  before: string | null;
  behind: string | null;
}

interface HeldRow extends ChangedRow {
  rule: string;
  digest: string;
}

/** Holds those of the changed rows, and of those beside them, that give orders to a model, and forgets about those that no longer do. */
export async function judgeRows(transaction: EntityManager, changed: readonly ChangedRow[]): Promise<void> {
  const columns = (rows: readonly ChangedRow[]) => [rows.map(({ kind }) => kind), rows.map(({ id }) => id)];
  const beside = await transaction.query<ChangedRow[]>(NEIGHBOURS, columns(changed));
  const asked = [...changed, ...beside];
  const rows = await transaction.query<JudgedRow[]>(TEXTS, [...columns(asked), QUARANTINE_KINDS]);
  const held = await inTimeSlices(ordersIn(rows));
  await transaction.query(FORGET, [...columns(asked), ...columns(held)]);
  if (held.length === 0) return;
  await transaction.query(HOLD, [
    ...columns(held),
    held.map(({ rule }) => rule),
    held.map(({ digest }) => digest),
  ]);
}

function* ordersIn(rows: readonly JudgedRow[]): Steps<HeldRow[]> {
  const held: HeldRow[] = [];
  for (const { kind, id, text, before, behind } of rows) {
    const rule =
      (yield* findOrder([text])) ??
      (yield* findSplitOrder(before, text.slice(0, NEAR))) ??
      (yield* findSplitOrder(text.slice(-NEAR), behind));
    if (rule !== null) held.push({ kind, id, rule, digest: hash('sha256', text) });
  }
  return held;
}

/**
 * The rule by which two rows give an order together that neither gives by itself: a sentence of which the second is the end. Only the
 * rules that are sure enough count: other words stand in neighbours by chance.
 */
function* findSplitOrder(one: string | null, other: string | null): Steps<string | null> {
  if (one === null || other === null || /[.!?…。！？।]\s*$/.test(one)) return null;
  const rule = yield* findOrder([one, other]);
  if (rule === null || !SPLIT.includes(rule)) return null;
  return (yield* findOrder([one])) === null && (yield* findOrder([other])) === null ? rule : null;
}

const SPLIT = ['overrides instructions', 'sends data out', 'runs commands', 'plays the system'];
