import { Injectable } from '@nestjs/common';
import { LIMITS, type StateResult } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import {
  inOrderOfCallers,
  BatchedStatements,
  LOCK_PATIENCE_MS,
  PATIENCE,
} from '../../../database/statements/batched-statements';
import { unnestParameters } from '../../../database/statements/unnest-parameters';
import { breaks } from '../../../database/violations';
import type { JsonText } from '../../../platform/http/json-text';
import { isHeldBack } from '../../fence/quarantine/held-back';
import {
  PLACE_COLUMNS,
  PLACED_AS_SENT,
  PROJECT_STATE_JSON,
  STATE_JSON,
  WRITTEN_AS_SENT,
} from '../../row-json';
import { placeValues } from '../../session-place';
import type { WriteSource } from '../../../platform/access/write-source';

export interface StoredState {
  id: string;
  result: StateResult;
  row: JsonText;
  /** A JSON text or null. */
  previous_value: JsonText;
}

export interface SentState {
  /** Null: the entry belongs to no project. */
  project_id: number | null;
  key: string;
  value: string;
  /** Null: `config` for a new key, left alone otherwise. */
  category: string | null;
  source: WriteSource;
}

/** How the entry of a key is known: of no project ($1 is null) letter by letter, within a project folded. */
interface Scope {
  name: string;
  unique: string;
  isEntry: string;
  json: string;
}

const OF_NONE: Scope = {
  name: 'state',
  unique: '(key) where project_id is null',
  isEntry: '$1::bigint is null and project_id is null and key = $2',
  json: STATE_JSON,
};

const OF_PROJECT: Scope = {
  name: 'project_state',
  unique: '(project_id, state_identity(key)) where project_id is not null',
  isEntry: 'project_id = $1::bigint and state_identity(key) = state_identity($2)',
  json: PROJECT_STATE_JSON,
};

/**
 * Upserts in one statement, so that of many at once each sees the value that it replaced. (PostgreSQL 18
 * could return the old row; 15 cannot, hence the column.) Answers no row where nothing would change, nor where the entry was changed
 * after the time ($5) at which this was said. The first spelling of a key stays.
 */
const upsert = ({ name, unique, json }: Scope) => ({
  name: `upsert_${name}`,
  text: `
    insert into assistant_state as known
      (project_id, key, value, category, updated_at, created_at, written_by, written_through, writer_id, ${PLACE_COLUMNS})
    values ($1::bigint, $2, $3, coalesce($4::text, 'config'), coalesce($5::timestamptz, now()), coalesce($5::timestamptz, now()),
      $6, $7, $8, $9, $10, $11, $12)
    on conflict ${unique} do update
      set value = excluded.value, category = coalesce($4::text, known.category),
          previous_value = known.value, updated_at = excluded.updated_at, ${WRITTEN_AS_SENT}, ${PLACED_AS_SENT}
      where (known.value, known.category) is distinct from (excluded.value, coalesce($4::text, known.category))
        and ($5::timestamptz is null or known.updated_at <= $5)
    returning id::text, ${json} as row, coalesce(to_json(previous_value)::text, 'null') as previous_value,
              case when xmax = 0 then 'created' else 'updated' end as result`,
});

const find = ({ name, isEntry, json }: Scope) => ({
  name: `find_${name}`,
  text: `
    select id::text, ${json} as row, to_json(value)::text as previous_value, 'unchanged' as result
    from assistant_state
    where ${isEntry} and (value = $3 and category = coalesce($4::text, category) or updated_at > $5::timestamptz)`,
});

const ALONE = {
  of_none: { upsert: upsert(OF_NONE), find: find(OF_NONE) },
  of_project: { upsert: upsert(OF_PROJECT), find: find(OF_PROJECT) },
};

const SENT_CATEGORY =
  'coalesce((select sent_category from sent where sent_key = excluded.key), known.category)';

/**
 * The same for several keys of no project, which differ. What is so already is answered without a write; a caller whom this
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
            ${WRITTEN_AS_SENT}, ${PLACED_AS_SENT}
        where (known.value, known.category) is distinct from (excluded.value, ${SENT_CATEGORY})
      returning key as changed_key, id::text, ${STATE_JSON} as row,
                coalesce(to_json(previous_value)::text, 'null') as previous_value,
                case when xmax = 0 then 'created' else 'updated' end as result
    )
    select place::int, id, row, previous_value, result from unchanged
    union all select place::int, id, row, previous_value, result from changed join sent on sent_key = changed_key`,
};

/** So much of a similar entry's value is told: enough to see what it is about. */
const SHOWN = 200;

/** What the quarantine holds, or has not judged yet, is left out. */
const SIMILAR = {
  name: 'similar_project_state',
  text: `
    select coalesce(json_agg(json_build_object('key', key, 'value', shown)), '[]')::text as similar
    from (
      select key, case when char_length(value) > ${SHOWN} then left(value, ${SHOWN}) || '…' else value end as shown
      from assistant_state
      where project_id = $1 and state_identity(key) <> state_identity($2) and key % $2
        and not ${isHeldBack("'state'", 'assistant_state.id')}
      order by key <-> $2, id
      limit ${LIMITS.suggestions}
    ) as nearest`,
};

/** Writes entries by their keys, for the webhook and the panel. Callers of no project who ask at the same time share a statement. */
@Injectable()
export class StateChangesRepository {
  private readonly upserts = new BatchedStatements<SentState, StoredState | null>({
    runTogether: (sent) => this.upsertSeveral(sent),
    runAlone: (sent) => this.upsertOne(sent),
    keyOf: ({ key }) => key,
    maxRunning: 2,
    patienceMs: LOCK_PATIENCE_MS,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /** @returns null if there is no such project any more */
  upsert(sent: SentState): Promise<StoredState | null> {
    // What is sent later, or with its place, is mostly of a project.
    const isAlone = sent.project_id !== null || sent.source.said_at || sent.source.place;
    return isAlone ? this.upsertOne(sent) : this.upserts.call(sent);
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

  private async upsertOne({
    project_id,
    key,
    value,
    category,
    source,
  }: SentState): Promise<StoredState | null> {
    const statements = project_id === null ? ALONE.of_none : ALONE.of_project;
    const values = [project_id, key, value, category, source.said_at ?? null];
    for (;;) {
      try {
        const by = [source.by, source.through, source.id, ...placeValues(source)];
        const [changed] = await this.memory.run<StoredState>(statements.upsert, [...values, ...by]);
        if (changed !== undefined) return changed;
      } catch (error) {
        if (breaks(error, 'assistant_state_project')) return null;
        throw error;
      }
      const [unchanged] = await this.memory.run<StoredState>(statements.find, values);
      if (unchanged !== undefined) return unchanged;
      // Between the two, another caller changed or deleted the row: try again.
    }
  }

  /** A `SimilarStateDto[]`: the entries of the project whose keys are most like this one, closest first. */
  async listSimilar(project_id: number, key: string): Promise<JsonText> {
    return (await this.memory.one<{ similar: JsonText }>(SIMILAR, [project_id, key])).similar;
  }
}
