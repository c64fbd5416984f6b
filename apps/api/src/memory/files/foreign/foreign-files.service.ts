import { Injectable } from '@nestjs/common';
import { LIMITS, type MemoryFileType, type UnreadDto, type VersionKind } from '@groupless/shared-dto';
import { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors/app-error';
import { inTimeSlices } from '../../../shared/time-slices';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { withoutSecretState } from '../../fence/secrets/mask-state';
import { ProjectScopeService } from '../../records/projects/project-scope.service';
import type { FiledRow } from '../filed-rows';
import { readClaudeMem } from './claude-mem';
import { invalidFile, type ForeignRow, type ForeignRows } from './foreign-rows';
import { readSections } from './markdown-sections';
import { readMem0 } from './mem0';
import { withSqlite } from './sqlite-file';

const MEBIBYTE = 1_048_576;
/** What is read at once would hold up others if it were longer. */
const MOST_BYTES: Partial<Record<MemoryFileType, number>> = {
  'text/markdown': MEBIBYTE,
  'application/json': 8 * MEBIBYTE,
};

/** What other programs kept, as rows of the memory. */
@Injectable()
export class ForeignFilesService {
  constructor(
    private readonly scopes: ProjectScopeService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param project the name of the project to which all of it belongs; null: as the file says
   * @param owner who brings it: see `Reader`
   * @throws AppError `invalid_file`
   */
  async read(
    file: Buffer,
    type: MemoryFileType,
    project: string | null,
    owner: string,
  ): Promise<{ rows: Map<VersionKind, FiledRow[]>; unread: UnreadDto[] }> {
    const most = MOST_BYTES[type] ?? Infinity;
    if (file.length > most)
      throw new AppError(
        'body_too_large',
        `The file is larger than ${most / MEBIBYTE} MiB: send it in parts.`,
      );
    return this.inProjects(await this.rowsOf(file, type, project), owner);
  }

  private rowsOf(file: Buffer, type: MemoryFileType, project: string | null): Promise<ForeignRows> {
    if (type === 'application/vnd.sqlite3')
      return withSqlite(file, (database) => inTimeSlices(readClaudeMem(database, project, this.clock.now())));
    const text = textOf(file);
    return type === 'application/json'
      ? inTimeSlices(readMem0(text, project, this.clock.now()))
      : Promise.resolve(readSections(text, project));
  }

  /** Projects are found by their names; one that nobody knows is made, one that may be several is not guessed. */
  private async inProjects(
    found: ForeignRows,
    owner: string,
  ): Promise<{ rows: Map<VersionKind, FiledRow[]>; unread: UnreadDto[] }> {
    const { rows, unread } = found;
    const filed = new Map<VersionKind, FiledRow[]>();
    const names = new Map<string, string | null>();
    for (const project of new Set(rows.map((row) => row.project)))
      if (project !== null) {
        const { name, is_new, why } = await this.find(project, owner);
        names.set(project, name);
        if (name === null) found.leaveOut(project, why);
        else if (is_new) add(filed, 'project', projectRow(name));
      }
    for (const row of rows) {
      const name = row.project === null ? null : names.get(row.project);
      // Its project is not known for sure.
      if (row.project !== null && !name) continue;
      add(filed, row.kind, filedRow(row, name ?? null));
    }
    return { rows: filed, unread };
  }

  /** The name of the project that a file means, or why it is none. */
  private async find(
    project: string,
    owner: string,
  ): Promise<{ name: string | null; is_new: boolean; why: string }> {
    const none = { name: null, is_new: false };
    if ([...project].length > LIMITS.project_name.max)
      return { ...none, why: 'The name of the project is too long.' };
    try {
      const known = await this.scopes.findKnown(project, owner);
      return { name: known?.name ?? project, is_new: known === null, why: '' };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'project_ambiguous')) throw error;
      return {
        ...none,
        why: 'Several projects have this name, in other letters: import it with the project named.',
      };
    }
  }
}

function add(filed: Map<VersionKind, FiledRow[]>, kind: VersionKind, row: FiledRow): void {
  const known = filed.get(kind);
  if (known === undefined) filed.set(kind, [row]);
  else known.push(row);
}

function projectRow(name: string): FiledRow {
  return { file: name, row: { name } };
}

function filedRow({ kind, row }: ForeignRow, project: string | null): FiledRow {
  if (kind === 'session')
    return { file: '', row: withoutSecrets({ ...row, projects_touched: project ?? '' }) };
  const entry = { key: String(row['key']), value: String(row['value']) };
  return { file: '', row: { ...row, ...withoutSecretState(entry), project } };
}

function textOf(file: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    if (!text.includes('\u0000')) return text;
  } catch {
    // Said below.
  }
  throw invalidFile('It is no text in UTF-8.');
}
