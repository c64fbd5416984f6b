import { QUARANTINE_KINDS } from '@groupless/shared-dto';
import { hash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { inTimeSlices, type Steps } from '../../../shared/time-slices';
import { PROJECT_CHATS } from '../../readers/reader';
import { findOrder } from '../orders/find-order';

/** The text of a row of `search_source()` that is judged. */
export const JUDGED_TEXT = `concat_ws(E'\\n', name, body)`;

/** In the order of the changes. What customers write is left out: it is shown to no assistant. */
const TEXTS = `
  select kind, id, ${JUDGED_TEXT} as text
  from (
    select kind, id, min(place) as place
    from unnest($1::text[], $2::bigint[]) with ordinality as changed (kind, id, place)
    group by kind, id
  ) as changed
  cross join lateral search_source(kind, id)
  where kind = any ($3) and (kind <> 'chat' or starts_with(name, '${PROJECT_CHATS}'))
  order by place`;

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
}

interface HeldRow extends ChangedRow {
  rule: string;
  digest: string;
}

/** Holds those of the changed rows that give orders to a model, and forgets about those that no longer do. */
export async function judgeRows(transaction: EntityManager, changed: readonly ChangedRow[]): Promise<void> {
  const columns = (rows: readonly ChangedRow[]) => [rows.map(({ kind }) => kind), rows.map(({ id }) => id)];
  const rows = await transaction.query<JudgedRow[]>(TEXTS, [...columns(changed), QUARANTINE_KINDS]);
  const held = await inTimeSlices(ordersIn(rows));
  await transaction.query(FORGET, [...columns(changed), ...columns(held)]);
  if (held.length === 0) return;
  await transaction.query(HOLD, [
    ...columns(held),
    held.map(({ rule }) => rule),
    held.map(({ digest }) => digest),
  ]);
}

function* ordersIn(rows: readonly JudgedRow[]): Steps<HeldRow[]> {
  const held: HeldRow[] = [];
  for (const { kind, id, text } of rows) {
    const rule = yield* findOrder([text]);
    if (rule !== null) held.push({ kind, id, rule, digest: hash('sha256', text) });
  }
  return held;
}
