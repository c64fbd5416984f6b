import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OwnedKind } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { inLongTransaction } from '../../../database/statements/long-transaction';
import type { WriteSource } from '../../../platform/access/write-source';
import { invalidRequest, type AppError } from '../../../platform/errors/app-error';
import type { Reader } from '../../readers/reader';
import { tellSource } from '../../history/change-source.statements';
import * as statements from './row-move-statements';

/** From and to which project rows move; null: none. */
export interface Move {
  from: number | null;
  to: number | null;
}

export type OwnedRows = Record<OwnedKind, number[]>;

export interface MovedRows {
  moved: OwnedRows;
  /** Those that stayed because the other project has an equal one. */
  same: OwnedRows;
}

const SCOPED = ['state', 'task', 'decision'] as const;

/** Moves rows from one project, or from none, to another or to none. */
@Injectable()
export class RowMovesRepository {
  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  /** Null: one of the projects is not there. */
  move(rows: OwnedRows, { from, to }: Move, source: WriteSource, reader: Reader): Promise<MovedRows | null> {
    return inLongTransaction(this.dataSource, async (transaction) => {
      const projects = [from, to].filter((id) => id !== null);
      const locked = await transaction.query<{ private_to: string | null }[]>(statements.LOCK_PROJECTS, [
        ...[from, to, reader.owner],
      ]);
      if (locked.length !== new Set(projects).size) return null;
      // What is private stays so, and what is everybody's too.
      const whose = new Set(locked.map(({ private_to }) => private_to));
      if (projects.length === 1) whose.add(null);
      if (whose.size > 1) throw notAlike();
      await tellSource(transaction, source);
      const sessions = await lockSessions(transaction, rows, from, reader);
      const asked = { ...rows, decision: await decisionsOf(transaction, rows, sessions, from) };
      const moved = { session: sessions, state: [], task: [], decision: [] } as OwnedRows;
      const same = { session: [], state: [], task: [], decision: [] } as OwnedRows;
      for (const kind of SCOPED) {
        const statement = statements.moveRows(kind, to === null);
        const found = await transaction.query<{ id: number; has_moved: boolean }[]>(statement, [
          asked[kind],
          from,
          to,
        ]);
        for (const { id, has_moved } of found) (has_moved ? moved : same)[kind].push(id);
      }
      if (from !== null) await transaction.query(statements.UNNAME_PROJECT, [sessions, from]);
      if (to !== null) await transaction.query(statements.NAME_PROJECT, [sessions, to]);
      return { moved, same };
    });
  }
}

/** Decisions that belong to no project take along the sessions that said them. */
async function lockSessions(
  transaction: EntityManager,
  { session, decision }: OwnedRows,
  from: number | null,
  { owner }: Reader,
): Promise<number[]> {
  const along = from === null ? await ids(transaction, statements.SESSIONS_OF_DECISIONS, [decision]) : [];
  return ids(transaction, statements.lockSessions(from === null), [[...session, ...along], from, owner]);
}

/** Sessions of no project take along what they decided; what other sessions say stays with them. */
async function decisionsOf(
  transaction: EntityManager,
  { decision }: OwnedRows,
  sessions: readonly number[],
  from: number | null,
): Promise<number[]> {
  const along = from === null ? await ids(transaction, statements.DECISIONS_OF_SESSIONS, [sessions]) : [];
  const asked = [...new Set([...decision, ...along])];
  const others = new Set(await ids(transaction, statements.DECISIONS_OF_OTHERS, [asked, sessions]));
  return asked.filter((id) => !others.has(id));
}

function notAlike(): AppError {
  const message = 'Rows of a private project go to another one of its owner alone: share it first.';
  return invalidRequest([{ field: 'to', code: 'not_allowed', message }]);
}

async function ids(
  transaction: EntityManager,
  statement: string,
  values: readonly unknown[],
): Promise<number[]> {
  const found = await transaction.query<{ id: number }[]>(statement, [...values]);
  return found.map(({ id }) => id);
}
