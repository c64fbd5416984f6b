import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import { MemoryStatements } from '../../database/database.module';
import { MEMORY } from '../../database/memory.data-source';
import { judgeRows, type ChangedRow } from '../fence/quarantine/judge-rows.repository';

const HAS_CHANGES = {
  name: 'search_has_changes',
  text: 'select exists (select from search_queue) as waiting',
};

const ROW_HAS_CHANGES = {
  text: 'select exists (select from search_queue where kind = $1 and id = $2) as waiting',
};

/** One process at a time, so that the counts of words need no locks that writers or others could wait for. */
const LOCK = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.searchIndex}, 0)`;

/** The empty word counts the documents. */
const WORDS = `unnest(array_append(tsvector_to_array(words), ''))`;

/** The places of the next changes in the queue. The lock keeps other processes from emptying it. */
const NEXT = 'select kind, id, ctid::text as place from search_queue limit $1';

/** The words of a summary's first line, which says what a session was about, have weight A wherever they stand. */
const WEIGHTED = `
  setweight(vector, 'A', case kind when 'session'
    then tsvector_to_array(search_vector(left(split_part(ltrim(body, E' \\t\\r\\n'), E'\\n', 1), 200))) else '{}' end)`;

const INDEX = `
  with taken as (
    delete from search_queue where ctid = any ($1::tid[]) returning kind, id
  ), changed as (
    select distinct kind, id from taken
  ), fresh as materialized (
    select kind, changed.id, source.at, ${WEIGHTED} as words
    from changed cross join lateral search_source(kind, changed.id) as source
         cross join lateral search_vector(concat_ws(E'\\n', name, body)) as vector
  ), old as (
    select kind, id, words from search_documents join changed using (kind, id)
  ), removed as (
    delete from search_documents where (kind, id) in (select kind, id from old except select kind, id from fresh)
  ), stored as (
    insert into search_documents (kind, id, at, words) select kind, id, at, words from fresh
    on conflict (kind, id) do update set at = excluded.at, words = excluded.words
  ), difference as (
    select word, kind, sum(n)::int as n
    from (select ${WORDS} as word, kind, 1 as n from fresh union all select ${WORDS}, kind, -1 from old) as counted
    group by word, kind having sum(n) <> 0
  )
  merge into search_words as known using difference
    on known.word = difference.word and known.kind = difference.kind
  when matched and known.documents + difference.n <= 0 then delete
  when matched then update set documents = known.documents + difference.n
  when not matched and difference.n > 0 then insert values (difference.word, difference.kind, difference.n)`;

@Injectable()
export class SearchIndexRepository {
  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
  ) {}

  async hasChanges(): Promise<boolean> {
    return (await this.memory.one<{ waiting: boolean }>(HAS_CHANGES, [])).waiting;
  }

  /** Whether the index may still have what was once in this row. */
  isWaiting(kind: string, id: number): Promise<{ waiting: boolean }> {
    return this.memory.one(ROW_HAS_CHANGES, [kind, id]);
  }

  /** Brings the index up to date with at most so many changes, and judges what changed. */
  indexChanges(most: number): Promise<void> {
    return this.dataSource.transaction(async (transaction) => {
      await transaction.query(LOCK);
      const next = await transaction.query<(ChangedRow & { place: string })[]>(NEXT, [most]);
      await judgeRows(transaction, next);
      await transaction.query(INDEX, [next.map(({ place }) => place)]);
    });
  }
}
