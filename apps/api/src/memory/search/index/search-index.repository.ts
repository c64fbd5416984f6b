import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { withLock } from '../../../database/advisory-locks';
import { MemoryStatements } from '../../../database/database.module';
import { MEMORY } from '../../../database/memory.data-source';
import { judgeRows, type ChangedRow } from '../../fence/quarantine/judge-rows.statements';
import { UnindexableRowError } from './unindexable-row.error';

/** What was set aside is tried again after an hour. */
const RETRY_AFTER = `interval '1 hour'`;

const IS_READY = '(failure is null or retry_at <= now())';

/** `noted_at` is the start of the writer's transaction, rounded to a millisecond. */
const WAITING = {
  name: 'search_waiting_changes',
  text: `
    select count(noted_at)::int as waiting, count(noted_at) filter (where noted_at <= coalesce($2, at))::int as earlier, at
    from (select now() + interval '1 millisecond' as at) as moment
    left join (select noted_at from search_queue where ${IS_READY} limit $1) as queue on true
    group by at`,
};

/** What waits is counted up to this number, and the oldest is looked for among as many: rows are stored in their order. */
const COUNTED = 10_000;

const BACKLOG = {
  name: 'search_backlog',
  text: `
    select count(*) filter (where failure is null)::int as waiting,
           coalesce(extract(epoch from now() - min(noted_at) filter (where failure is null)), 0)::float8 as oldest_seconds,
           (select count(*)::int from search_queue where failure is not null) as set_aside
    from (select noted_at, failure from search_queue limit ${COUNTED}) as queue`,
};

const SET_ASIDE = `
  update search_queue set failure = $3, retry_at = now() + ${RETRY_AFTER} where kind = $1 and id = $2`;

const CHANGES_OF_ROWS = {
  text: `
    select count(noted_at)::int as waiting, count(noted_at) filter (where ${IS_READY})::int as ready
    from search_queue where kind = $1 and id = any ($2)`,
};

/** The empty word counts the documents. */
const WORDS = `unnest(array_append(tsvector_to_array(words), ''))`;

/**
 * The places of the next changes in the queue. A writer locks the entry of a row that it changes again: that one is left until
 * the new text is committed, and once it is taken here, the next change is queued anew.
 */
const NEXT = `
  select kind, id, ctid::text as place from search_queue where ${IS_READY} limit $1 for update skip locked`;

/** The words of a summary's first line, which says what a session was about, have weight A wherever they stand. */
const WEIGHTED = `
  setweight(vector, 'A', case kind when 'session'
    then tsvector_to_array(search_vector(left(split_part(ltrim(body, E' \\t\\r\\n'), E'\\n', 1), 200))) else '{}' end)`;

/** SQL: how many words a text has, stop words apart. */
const lengthOf = (vector: string) =>
  `(select coalesce(sum(cardinality(positions)), 0)::int from unnest(${vector}))`;

/** What the lengths of its kind hold of a document. One from before lengths were kept counts by its different words. */
const KNOWN_LENGTH = 'coalesce(length, length(words))';

const ADD_LENGTHS = 'on conflict (kind) do update set words = known.words + excluded.words';

const INDEX = `
  with taken as (
    delete from search_queue where ctid = any ($1::tid[]) returning kind, id
  ), no_longer_aside as (
    delete from search_queue using unnest($2::text[], $3::bigint[]) as done (kind, id)
    where search_queue.failure is not null and search_queue.kind = done.kind and search_queue.id = done.id
      and ctid <> all ($1::tid[])
  ), changed as (
    select distinct kind, id from taken
  ), fresh as materialized (
    select kind, changed.id, source.at, ${WEIGHTED} as words, ${lengthOf('vector')} as length
    from changed cross join lateral search_source(kind, changed.id) as source
         cross join lateral search_vector(concat_ws(E'\\n', name, body)) as vector
  ), old as (
    select kind, id, words, ${KNOWN_LENGTH} as length from search_documents join changed using (kind, id)
  ), removed as (
    delete from search_documents where (kind, id) in (select kind, id from old except select kind, id from fresh)
  ), stored as (
    insert into search_documents (kind, id, at, words, length) select kind, id, at, words, length from fresh
    on conflict (kind, id) do update set at = excluded.at, words = excluded.words, length = excluded.length
  ), difference as (
    select word, kind, sum(n)::int as n
    from (select ${WORDS} as word, kind, 1 as n from fresh union all select ${WORDS}, kind, -1 from old) as counted
    group by word, kind having sum(n) <> 0
  ), lengthened as (
    insert into search_lengths as known (kind, words)
    select kind, sum(length) from (select kind, length from fresh union all select kind, -length from old) as counted
    group by kind
    ${ADD_LENGTHS}
  )
  merge into search_words as known using difference
    on known.word = difference.word and known.kind = difference.kind
  when matched and known.documents + difference.n <= 0 then delete
  when matched then update set documents = known.documents + difference.n
  when not matched and difference.n > 0 then insert values (difference.word, difference.kind, difference.n)`;

const MEASURE = `
  with unmeasured as (
    select kind, id, words from search_documents where length is null order by kind, id limit $1
  ), measured as (
    update search_documents set length = ${lengthOf('unmeasured.words')} from unmeasured
    where search_documents.kind = unmeasured.kind and search_documents.id = unmeasured.id
    returning search_documents.kind, search_documents.length - length(search_documents.words) as more
  ), lengthened as (
    insert into search_lengths as known (kind, words) select kind, sum(more) from measured group by kind ${ADD_LENGTHS}
  )
  select count(*)::int as measured from measured`;

export interface WaitingChanges {
  waiting: number;
  /** Those of them that waited at the earlier moment, too. */
  earlier: number;
  /** Now, by the clock of the database. */
  at: Date;
}

/** What waits for the index. Until then it has not been judged, so no assistant sees it. */
export interface SearchBacklog {
  /** Changes, up to 10,000. */
  waiting: number;
  /** How long ago the oldest of them was written; 0 where none waits. */
  oldest_seconds: number;
  /** Rows that could not be indexed, and are tried again every hour. */
  set_aside: number;
}

@Injectable()
export class SearchIndexRepository {
  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
  ) {}

  /** The changes that wait, up to `most`, and how many of them did at an earlier moment. */
  waitingChanges(most: number, earlier: Date | null = null): Promise<WaitingChanges> {
    return this.memory.one<WaitingChanges>(WAITING, [most, earlier]);
  }

  /** Changes of rows that the index does not have yet, and how many of them were not set aside. */
  changesOf(kind: string, ids: readonly number[]): Promise<{ waiting: number; ready: number }> {
    return this.memory.one(CHANGES_OF_ROWS, [kind, ids]);
  }

  backlog(): Promise<SearchBacklog> {
    return this.memory.one<SearchBacklog>(BACKLOG, []);
  }

  /**
   * Brings the index up to date with at most so many changes, and judges what changed.
   * @returns how many there were
   * @throws UnindexableRowError where only one row was tried, and that one failed
   */
  async indexChanges(most: number): Promise<number> {
    let next: (ChangedRow & { place: string })[] = [];
    try {
      await this.dataSource.transaction(async (transaction) => {
        await withLock(transaction, 'searchIndex');
        next = await transaction.query<typeof next>(NEXT, [most]);
        await judgeRows(transaction, next);
        const columns = [
          next.map(({ place }) => place),
          next.map(({ kind }) => kind),
          next.map(({ id }) => id),
        ];
        await transaction.query(INDEX, columns);
      });
      return next.length;
    } catch (error) {
      const [row] = next;
      if (row === undefined || next.length > 1) throw error;
      throw new UnindexableRowError({ kind: row.kind, id: row.id }, error);
    }
  }

  /**
   * Counts the lengths of at most so many documents from before lengths were kept.
   * @returns how many there were
   */
  async measureDocuments(most: number): Promise<number> {
    return this.dataSource.transaction(async (transaction) => {
      await withLock(transaction, 'searchIndex');
      const [row] = await transaction.query<{ measured: number }[]>(MEASURE, [most]);
      return row?.measured ?? 0;
    });
  }

  /** Lets the others pass. The row is tried again in an hour, and when it changes. */
  async setAside({ kind, id }: Readonly<ChangedRow>, failure: string): Promise<void> {
    await this.dataSource.query(SET_ASIDE, [kind, id, failure]);
  }
}
