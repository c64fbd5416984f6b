import { Injectable } from '@nestjs/common';
import type { MemoryImportCountsDto, VersionKind } from '@groupless/shared-dto';
import type { Reader } from '../readers/reader';
import type { FiledRow } from './filed-rows';
import { shown, type Row } from './memory-document';
import { FILED_KINDS, fileOf, type FiledKind } from './memory-files';
import { MemoryFilesRepository, type FileTransaction } from './memory-files.repository';
import { invalidZip } from './zip-reader';

const BATCH = 500;

export type FiledRows = ReadonlyMap<VersionKind, readonly FiledRow[]>;

export interface Stored {
  created: MemoryImportCountsDto;
  /** The keys of entries of the state that are there with another value, which stays. */
  different: string[];
  /** How many decisions name a session that is not there, not for the caller, or an extract, whose decisions are not stored. */
  left: number;
}

/** Stores rows of files that name each other. What is there already stays as it is. */
@Injectable()
export class ImportStorage {
  constructor(private readonly files: MemoryFilesRepository) {}

  /**
   * Stores what is not there, in one transaction.
   * @param isKept false: only what would be stored is counted
   * @throws AppError `invalid_zip`
   */
  async store(rows: FiledRows, isKept: boolean, reader: Reader): Promise<Stored> {
    return this.files.inTransaction(isKept, async (transaction) => {
      const created = { session: 0, state: 0, task: 0, project: 0, person: 0, decision: 0 };
      let different: string[] = [];
      const projects = new Map<string, number>();
      const sessions = new Map<string, number>();
      const extracts = new Set<unknown>();
      for (const filed of FILED_KINDS) {
        const sent = (rows.get(filed.kind) ?? [])
          .filter(({ row }) => !extracts.has(row['session']))
          .map((one) => withIds(one, projects, sessions));
        created[filed.kind] = await this.insertAll(transaction, filed, sent, reader);
        // Of two with one key in the file the second is not stored either.
        if (filed.kind === 'state' && sent.length > 0)
          different = await this.files.listDifferent(transaction, filed, sent);
        if (filed.kind === 'project') await this.noteProjects(transaction, filed, projects, reader);
        // Decisions alone name their sessions.
        if (filed.kind === 'session' && rows.has('decision'))
          await this.noteSessions(
            transaction,
            filed,
            { sent: rows.get('session') ?? [], names: sessions, extracts },
            reader,
          );
        if (filed.kind === 'decision')
          await this.setReplaced(transaction, filed, { rows: rows.get('decision') ?? [], projects }, reader);
      }
      const named = (rows.get('decision') ?? []).map(({ row }) => row['session']);
      const left = named.filter(
        (one) => typeof one === 'string' && (!sessions.has(one) || extracts.has(one)),
      ).length;
      return { created, different, left };
    });
  }

  /** Rows with the same fields are stored together: what a file does not say has its default. */
  private async insertAll(
    transaction: FileTransaction,
    filed: FiledKind,
    rows: readonly Row[],
    reader: Reader,
  ): Promise<number> {
    const groups = Map.groupBy(rows, (row) => Object.keys(row).sort().join());
    let created = 0;
    for (const group of groups.values())
      for (let at = 0; at < group.length; at += BATCH)
        created += await this.files.insert(transaction, filed, group.slice(at, at + BATCH), reader);
    return created;
  }

  private async noteProjects(
    transaction: FileTransaction,
    filed: FiledKind,
    names: Map<string, number>,
    reader: Reader,
  ): Promise<void> {
    for (const row of await this.files.listAll(transaction, filed, reader))
      names.set(String(row['name']), row.id);
  }

  /**
   * By which file the sessions that are for the caller are known. One that says more by now has another name than in the file.
   * @param known `extracts`: those of one user alone, whose decisions are in no list
   */
  private async noteSessions(
    transaction: FileTransaction,
    filed: FiledKind,
    {
      sent,
      names,
      extracts,
    }: { sent: readonly FiledRow[]; names: Map<string, number>; extracts: Set<unknown> },
    reader: Reader,
  ): Promise<void> {
    const bySession = new Map<unknown, { id: number; owner_id?: unknown }>();
    for (const row of await this.files.listAll(transaction, filed, reader)) {
      const file = fileOf('session', row, null);
      names.set(file, row.id);
      if (row['owner_id'] !== null) extracts.add(file);
      if (row['session_id'] !== null) bySession.set(row['session_id'], row);
    }
    for (const { file, row } of sent) {
      const known = bySession.get(row['session_id']);
      if (known === undefined || names.has(file)) continue;
      names.set(file, known.id);
      if (known.owner_id !== null) extracts.add(file);
    }
  }

  private async setReplaced(
    transaction: FileTransaction,
    filed: FiledKind,
    { rows, projects }: { rows: readonly FiledRow[]; projects: ReadonlyMap<string, number> },
    reader: Reader,
  ): Promise<void> {
    const replaced = rows.filter(({ row }) => typeof row['replaced_by'] === 'string');
    if (replaced.length === 0) return;
    const names = new Map([...projects].map(([name, id]) => [id, name]));
    const ids = new Map<string, number>();
    for (const row of await this.files.listAll(transaction, filed, reader)) {
      const project = typeof row['project_id'] === 'number' ? (names.get(row['project_id']) ?? null) : null;
      ids.set(fileOf('decision', row, project), row.id);
    }
    for (const { file, row } of replaced) {
      const [id, by] = [ids.get(file), ids.get(String(row['replaced_by']))];
      if (id !== undefined && by !== undefined) await this.files.setReplaced(transaction, id, by);
    }
  }
}

/**
 * The row with ids in place of names. A session that is not known stands for none.
 * @throws AppError `invalid_zip` for a project that is not known
 */
function withIds(
  { file, row }: FiledRow,
  projects: ReadonlyMap<string, number>,
  sessions: ReadonlyMap<string, number>,
): Row {
  // An id means another row in another database. An assistant's own id of a session is a text.
  const { project, session, replaced_by: _later, project_id: _foreign, session_id, ...columns } = row;
  return {
    ...columns,
    ...(session_id === undefined || typeof session_id === 'number' ? {} : { session_id }),
    ...('project' in row ? { project_id: projectOf(file, project, projects) } : {}),
    ...('session' in row
      ? { session_id: typeof session === 'string' ? (sessions.get(session) ?? null) : null }
      : {}),
  };
}

function projectOf(file: string, project: unknown, projects: ReadonlyMap<string, number>): number | null {
  if (project === null) return null;
  const id = typeof project === 'string' ? projects.get(project) : undefined;
  if (id === undefined)
    throw invalidZip(`${shown(file)} names a project that is neither known nor in the file.`);
  return id;
}
