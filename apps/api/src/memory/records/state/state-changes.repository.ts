import { Injectable } from '@nestjs/common';
import type { StateResult } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import {
  inOrderOfCallers,
  BatchedStatements,
  LOCK_PATIENCE_MS,
  PATIENCE,
} from '../../../database/statements/batched-statements';
import { unnestParameters } from '../../../database/statements/unnest-parameters';
import type { JsonText } from '../../../platform/http/json-text';
import { STATE_JSON, WRITTEN_AS_SENT } from '../../row-json';
import type { WriteSource } from '../../../platform/access/write-source';

export interface StoredState {
  id: string;
  result: StateResult;
  row: JsonText;
  /** A JSON text or null. */
  previous_value: JsonText;
}

interface SentState {
  key: string;
  value: string;
  /** Null: `config` for a new key, left alone otherwise. */
  category: string | null;
  source: WriteSource;
}

/**
 * Upserts in one statement, so that of many at once each sees the value that it replaced. (PostgreSQL 18
 * could return the old row; 15 cannot, hence the column.) Answers no row where nothing would change, nor where the entry was changed
 * after the time ($7) at which this was said.
 */
const UPSERT = {
  name: 'upsert_state',
  text: `
    insert into assistant_state as known (key, value, category, written_by, written_through, writer_id, updated_at, created_at)
    values ($1, $2, coalesce($3::text, 'config'), $4, $5, $6, coalesce($7::timestamptz, now()), coalesce($7::timestamptz, now()))
    on conflict (key) where project_id is null do update
      set value = excluded.value, category = coalesce($3::text, known.category),
          previous_value = known.value, updated_at = excluded.updated_at, ${WRITTEN_AS_SENT}
      where (known.value, known.category) is distinct from (excluded.value, coalesce($3::text, known.category))
        and ($7::timestamptz is null or known.updated_at <= $7)
    returning id::text, ${STATE_JSON} as row, coalesce(to_json(previous_value)::text, 'null') as previous_value,
              case when xmax = 0 then 'created' else 'updated' end as result`,
};

const SENT_CATEGORY =
  'coalesce((select sent_category from sent where sent_key = excluded.key), known.category)';

/**
 * The same for several keys, which differ. What is so already is answered without a write; a caller whom this
 * statement answers nothing asks alone.
 */
const UPSERT_SEVERAL = {
  name: 'upsert_several_states',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.* from patience cross join 
        ${unnestParameters(['text', 'text', 'text', 'text', 'text', 'text'])}
        with ordinality as sent (sent_key, sent_value, sent_category, sent_by, sent_through, sent_writer, place)
    ), unchanged as materialized (
      select place, id::text, ${STATE_JSON} as row, to_json(value)::text as previous_value, 'unchanged' as result
      from sent join assistant_state
        on project_id is null and key = sent_key and value = sent_value and category = coalesce(sent_category, category)
    ), changed as (
      insert into assistant_state as known (key, value, category, written_by, written_through, writer_id)
      select sent_key, sent_value, coalesce(sent_category, 'config'), sent_by, sent_through, sent_writer from sent
      where place not in (select place from unchanged)
      -- Those who lock several rows lock them in the same order.
      order by sent_key collate "C"
      on conflict (key) where project_id is null do update
        set value = excluded.value, category = ${SENT_CATEGORY}, previous_value = known.value, updated_at = now(),
            ${WRITTEN_AS_SENT}
        where (known.value, known.category) is distinct from (excluded.value, ${SENT_CATEGORY})
      returning key as changed_key, id::text, ${STATE_JSON} as row,
                coalesce(to_json(previous_value)::text, 'null') as previous_value,
                case when xmax = 0 then 'created' else 'updated' end as result
    )
    select place::int, id, row, previous_value, result from unchanged
    union all select place::int, id, row, previous_value, result from changed join sent on sent_key = changed_key`,
};

const FIND = {
  name: 'find_state',
  text: `
    select id::text, ${STATE_JSON} as row, to_json(value)::text as previous_value, 'unchanged' as result
    from assistant_state
    where project_id is null and key = $1
      and (value = $2 and category = coalesce($3::text, category) or updated_at > $4::timestamptz)`,
};

/**
 * Writes state that belongs to no project, by its key, for the webhook and the panel. Callers who ask at the same time share a statement: see
 * `BatchedStatements`.
 */
@Injectable()
export class StateChangesRepository {
  private readonly upserts = new BatchedStatements<SentState, StoredState>({
    runTogether: (sent) => this.upsertSeveral(sent),
    runAlone: (sent) => this.upsertOne(sent),
    keyOf: ({ key }) => key,
    maxRunning: 2,
    patienceMs: LOCK_PATIENCE_MS,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /** @param category null: `config` for a new key, left alone otherwise */
  upsertState(
    key: string,
    value: string,
    category: string | null,
    source: WriteSource,
  ): Promise<StoredState> {
    const sent = { key, value, category, source };
    // What is sent later is rare.
    return source.said_at ? this.upsertOne(sent) : this.upserts.call(sent);
  }

  private async upsertSeveral(sent: readonly SentState[]): Promise<(StoredState | undefined)[]> {
    const rows = await this.memory.run<StoredState & { place: number }>(UPSERT_SEVERAL, [
      sent.map(({ key }) => key),
      sent.map(({ value }) => value),
      sent.map(({ category }) => category),
      sent.map(({ source }) => source.by),
      sent.map(({ source }) => source.through),
      sent.map(({ source }) => source.id),
    ]);
    return inOrderOfCallers(sent, rows);
  }

  private async upsertOne({ key, value, category, source }: SentState): Promise<StoredState> {
    const values = [key, value, category];
    for (;;) {
      const [changed] = await this.memory.run<StoredState>(UPSERT, [
        ...values,
        source.by,
        source.through,
        source.id,
        source.said_at ?? null,
      ]);
      if (changed !== undefined) return changed;
      const [unchanged] = await this.memory.run<StoredState>(FIND, [...values, source.said_at ?? null]);
      if (unchanged !== undefined) return unchanged;
      // Between the two, another caller changed or deleted the row: try again.
    }
  }
}
