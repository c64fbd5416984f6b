import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';

/** What stands in the comment of a function or a trigger before the digest of the text that made it. */
const MARK = 'groupless ';

const STORED = `
  select name, object, substring(note from '^${MARK}([0-9a-f]{64})$') as digest
  from (
    select 'function ' || proname as name, 'function ' || oid::regprocedure as object, obj_description(oid, 'pg_proc') as note
    from pg_proc where pronamespace = current_schema()::regnamespace
    union all
    select format('trigger %s on %s', tgname, relname), format('trigger %I on %s', tgname, tgrelid::regclass),
           obj_description(pg_trigger.oid, 'pg_trigger')
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal
  ) as made`;

/** Names are quoted by PostgreSQL, and COMMENT takes no parameters. */
const note = (object: string, digest: string) => `comment on ${object} is '${MARK}${digest}'`;
const drop = (object: string) => `drop ${object}`;

interface Stored {
  /** `function f` or `trigger t on table`. */
  name: string;
  /** The same as SQL names it. */
  object: string;
  digest: string | null;
}

/**
 * Brings the functions and triggers of a database to what `texts` make: a text that has changed runs again, and what no text
 * makes any more is dropped. Others that the database has are left alone.
 */
export async function putFunctions(runner: QueryRunner, texts: readonly string[]): Promise<void> {
  const wanted = new Map(texts.flatMap((text) => namesIn(text).map((name) => [name, digestOf(text)])));
  const before = new Map((await stored(runner)).map((one) => [one.name, one]));
  const changed = texts.filter((text) =>
    namesIn(text).some((name) => before.get(name)?.digest !== digestOf(text)),
  );
  const gone = [...before.values()].filter(({ name, digest }) => digest !== null && !wanted.has(name));
  if (changed.length + gone.length === 0) return;
  await runner.startTransaction();
  try {
    // A function may call one that a later text makes.
    await runner.query('set local check_function_bodies = off');
    for (const text of changed) await runner.query(text);
    // Triggers first: functions are theirs.
    for (const { object } of gone.sort((a, b) => b.name.localeCompare(a.name)))
      await runner.query(drop(object));
    for (const { name, object, digest } of await stored(runner)) {
      const now = wanted.get(name);
      if (now !== undefined && now !== digest) await runner.query(note(object, now));
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/** The names of what a text makes. */
export function namesIn(text: string): string[] {
  const made = text.matchAll(/create or replace (?:(function) (\w+)|trigger (\w+)[^;]*?\son (\w+))/g);
  return [...made].map(([, is_function, called, trigger, table]) =>
    is_function === undefined ? `trigger ${trigger} on ${table}` : `function ${called}`,
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function stored(runner: QueryRunner): Promise<Stored[]> {
  return (await runner.query(STORED)) as Stored[];
}
