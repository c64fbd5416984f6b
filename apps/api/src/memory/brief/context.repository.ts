import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { MemoryStatements } from '../../database/database.module';
import { MEMORY } from '../../database/memory.data-source';
import { runIn, type Statement, type Value } from '../../database/statements/run-in';
import { inTimeSlices, type Steps } from '../../shared/time-slices';
import {
  FIND_NAMED_PROJECTS,
  namedBy,
  projectNamed,
  type NamedProject,
} from '../records/projects/named-project';
import { asOf } from '../history/as-of/as-of.statements';
import type { Selection } from './budget/context-budget';
import { BRIEF_LISTS, countByList, type ContextList, type ContextRow, type LeftOut } from './context-rows';
import { LOAD_CONTEXT, rowStatements } from './context-statements';

/** The whole context as JSON. */
export interface ContextSnapshot {
  /** The entity tag of the body. */
  tag: string;
  /** The body, list by list; null if the caller has its tag, or if it is too long to be read at once. */
  parts: string[] | null;
  /** The number of rows beyond each list's limit. */
  left_out: LeftOut;
}

/** The requested rows. */
export interface AskedRows {
  /** The name of the project whose rows come first; null: none. */
  project: string | null;
  /** The time of the requested state; null: now. */
  moment: Date | null;
  /** The owner of the turns: see `Reader`. */
  owner: string;
  without_state: boolean;
}

export interface ContextRows {
  /** List after list, each in the order of the answer. */
  rows: ContextRow[];
  left_out: LeftOut;
}

const OF_SESSION = {
  name: 'rows_of_session',
  text: `
    with own as materialized (select id from assistant_sessions where session_id = $1)
    select 'recent_sessions ' || id as row from own
    union all select 'decisions ' || id from assistant_decisions
      where session_id = any (array(select id from own)) or assistant_session = $1
    union all select 'state ' || id from assistant_state where session_id = $1
    union all select 'pending_tasks ' || id from assistant_tasks where session_id = $1 and status = 'pending'`,
};

/** Longer than any text that PostgreSQL can store. */
const WHOLE = 2 ** 31 - 1;

@Injectable()
export class ContextRepository {
  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
  ) {}

  async loadContext(knownTag: string | null, owner: string): Promise<ContextSnapshot> {
    const rows = await this.memory.run<LoadedPart>(LOAD_CONTEXT, [knownTag, owner]);
    const [{ tag, left_out }] = rows as [LoadedPart];
    const parts = rows.flatMap(({ part }) => part ?? []);
    return { tag, left_out: { ...left_out, sessions: 0 }, parts: parts.length > 0 ? parts : null };
  }

  /**
   * The canonical name of a project; null: there is none.
   * @throws AppError `project_ambiguous`
   */
  async findProjectName(named: string, owner: string, moment: Date | null): Promise<string | null> {
    const found = await this.readAsOf<NamedProject>(FIND_NAMED_PROJECTS, namedBy(named, owner), moment);
    return projectNamed(named, found)?.name ?? null;
  }

  async loadRows(isBrief: boolean, asked: AskedRows): Promise<ContextRows> {
    const { project, moment, owner } = asked;
    const named = project === null ? [] : [project];
    const { whole } = rowStatements(isBrief, project);
    const loaded = await this.readAsOf<LoadedRow>(whole, [WHOLE, owner, ...named], moment);
    return readable(await inTimeSlices(readRows(loaded)), asked);
  }

  /**
   * Loads rows in two steps from one snapshot, so that long texts of rows that are not shown never leave the
   * database: all rows with the first `preview` code points of their long texts, and then the rows that were
   * selected of these with as much text as can be shown.
   */
  loadSelectedRows(
    isBrief: boolean,
    asked: AskedRows,
    preview: number,
    select: (previews: readonly ContextRow[]) => Promise<Selection>,
  ): Promise<ContextRows> {
    const { project, moment, owner } = asked;
    return this.dataSource.transaction('REPEATABLE READ', async (transaction) => {
      const named = project === null ? [] : [project];
      const statements = rowStatements(isBrief, project);
      const loaded = await runIn<LoadedRow>(
        transaction,
        ...statementAsOf(statements.toFill, [preview, owner, ...named], moment),
      );
      const previews = readable(await inTimeSlices(readRows(loaded)), asked);
      const selection = await select(previews.rows);
      const values = [
        Math.min(selection.longest_text, WHOLE),
        ...statements.lists.map((list) => idsOf(list, selection.rows)),
        ...named,
      ];
      const selected = await runIn<LoadedRow>(
        transaction,
        ...statementAsOf(statements.selected, values, moment),
      );
      return {
        rows: (await inTimeSlices(readRows(selected))).rows,
        left_out: addUnselected(previews.left_out, selection),
      };
    });
  }

  /** What a session of an assistant has said itself, each as its list and its id; null stands for no session. */
  async listOfSession(session_id: string | null): Promise<Set<string>> {
    if (session_id === null) return new Set();
    const rows = await this.memory.run<{ row: string }>(OF_SESSION, [session_id]);
    return new Set(rows.map(({ row }) => row));
  }

  private readAsOf<Row extends object>(
    statement: Statement,
    values: readonly Value[],
    moment: Date | null,
  ): Promise<Row[]> {
    return this.memory.run<Row>(...statementAsOf(statement, values, moment));
  }
}

/** One for a time has no name: hardly any is asked for twice. */
function statementAsOf(
  statement: Statement,
  values: readonly Value[],
  moment: Date | null,
): [Statement, readonly Value[]] {
  if (moment === null) return [statement, values];
  const [text, valuesThen] = asOf(statement.text, values, moment);
  return [{ text }, valuesThen];
}

/** A list of the context; null stands for all of them where they are not sent. */
interface LoadedPart extends Pick<ContextSnapshot, 'tag' | 'left_out'> {
  part: string | null;
}

/** A row of a list as JSON; the last list says how many rows are left out of the others. */
interface LoadedRow {
  list: ContextList | 'left_out' | 'sessions';
  row: string;
}

function* readRows(loaded: readonly LoadedRow[]): Steps<ContextRows> {
  const rows: ContextRow[] = [];
  let leftOut: Omit<LeftOut, 'sessions'> = {
    ...countByList([]),
    state_of_projects: 0,
    tasks_of_projects: 0,
    decisions_of_projects: 0,
  };
  let sessions = 0;
  for (const { list, row } of loaded) {
    if (list === 'left_out') leftOut = JSON.parse(row) as LeftOut;
    else if (list === 'sessions') sessions = Number(row);
    else rows.push({ list, ...(JSON.parse(row) as object) } as ContextRow);
    yield;
  }
  // A union has no defined order.
  return {
    rows: BRIEF_LISTS.flatMap((list) => rows.filter((row) => row.list === list)),
    left_out: { ...leftOut, sessions: Math.max(0, sessions - countByList(rows).recent_sessions) },
  };
}

/** Where the state is not for the reader it is counted as left out. */
function readable({ rows, left_out }: ContextRows, { without_state }: AskedRows): ContextRows {
  if (!without_state) return { rows, left_out };
  const kept = rows.filter(({ list }) => list !== 'state');
  return { rows: kept, left_out: { ...left_out, state: left_out.state + rows.length - kept.length } };
}

function idsOf(list: string, rows: readonly ContextRow[]): number[] {
  return rows.filter((row) => row.list === list).map(({ row }) => row.id);
}

function addUnselected(leftOut: LeftOut, { candidates, rows }: Selection): LeftOut {
  const before = { ...candidates };
  const after = countByList(rows);
  const counts = { ...leftOut };
  // Older sessions, which only fill a budget, are counted separately.
  const newest = Math.min(before.recent_sessions, LIMITS.recent_sessions);
  counts.sessions += before.recent_sessions - Math.max(newest, after.recent_sessions);
  before.recent_sessions = newest;
  for (const list of BRIEF_LISTS) counts[list] += Math.max(0, before[list] - after[list]);
  return counts;
}
