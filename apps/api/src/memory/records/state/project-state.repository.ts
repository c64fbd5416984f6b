import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { breaks } from '../../../database/violations';
import type { WriteSource } from '../../../platform/access/write-source';
import type { JsonText } from '../../../platform/http/json-text';
import { isHeldBack } from '../../fence/quarantine/held-back';
import { PROJECT_STATE_JSON, WRITTEN_AS_SENT } from '../../row-json';
import type { StoredState } from './state-changes.repository';

export interface SentProjectState {
  project_id: number;
  key: string;
  value: string;
  /** Null: `config` for a new key, left alone otherwise. */
  category: string | null;
}

/** As the statement for entries of no project, but keys are compared folded. The first spelling of a key stays. */
const UPSERT = {
  name: 'upsert_project_state',
  text: `
    insert into assistant_state as known (project_id, key, value, category, written_by, written_through, writer_id, updated_at, created_at)
    values ($1, $2, $3, coalesce($4::text, 'config'), $5, $6, $7, coalesce($8::timestamptz, now()), coalesce($8::timestamptz, now()))
    on conflict (project_id, state_identity(key)) where project_id is not null do update
      set value = excluded.value, category = coalesce($4::text, known.category),
          previous_value = known.value, updated_at = excluded.updated_at, ${WRITTEN_AS_SENT}
      where (known.value, known.category) is distinct from (excluded.value, coalesce($4::text, known.category))
        and ($8::timestamptz is null or known.updated_at <= $8)
    returning id::text, ${PROJECT_STATE_JSON} as row, coalesce(to_json(previous_value)::text, 'null') as previous_value,
              case when xmax = 0 then 'created' else 'updated' end as result`,
};

const FIND = {
  name: 'find_project_state',
  text: `
    select id::text, ${PROJECT_STATE_JSON} as row, to_json(value)::text as previous_value, 'unchanged' as result
    from assistant_state
    where project_id = $1 and state_identity(key) = state_identity($2)
      and (value = $3 and category = coalesce($4::text, category) or updated_at > $5::timestamptz)`,
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

/** Writes state of projects. */
@Injectable()
export class ProjectStateRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** @returns null if there is no such project any more */
  async upsert(
    sent: SentProjectState,
    { by, id, through, said_at = null }: WriteSource,
  ): Promise<StoredState | null> {
    const values = [sent.project_id, sent.key, sent.value, sent.category];
    for (;;) {
      try {
        const [changed] = await this.memory.run<StoredState>(UPSERT, [...values, by, through, id, said_at]);
        if (changed !== undefined) return changed;
      } catch (error) {
        if (breaks(error, 'assistant_state_project')) return null;
        throw error;
      }
      const [unchanged] = await this.memory.run<StoredState>(FIND, [...values, said_at]);
      if (unchanged !== undefined) return unchanged;
      // Between the two, another caller changed or deleted the row: try again.
    }
  }

  /** A `SimilarStateDto[]`: the entries of the project whose keys are most like this one, closest first. */
  async listSimilar(project_id: number, key: string): Promise<JsonText> {
    return (await this.memory.one<{ similar: JsonText }>(SIMILAR, [project_id, key])).similar;
  }
}
