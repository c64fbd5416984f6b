import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { VersionKind } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { KnownActor } from '../../platform/access/caller';
import type { Reader } from '../readers/reader';
import { ReadersService } from '../readers/readers.service';
import { SearchIndexService } from '../search/index/search-index.service';
import { toDocument, toItem, type Row } from './memory-document';
import { FILED_KINDS, fileOf, LISTS, type FiledKind } from './memory-files';
import { MemoryFilesRepository, type StoredRow } from './memory-files.repository';
import { OwnRowsService } from '../readers/own-rows.service';
import { ZipWriter } from './zip-writer';

/** Rows that are in memory at a time. */
const BATCH = 500;

/** What of other rows a file names. */
interface Named {
  /** Whose rows are exported; null: everybody's. */
  writers: readonly string[] | null;
  /** Who gets them: extracts of sessions have an owner. */
  reader: Reader;
  projects: Map<number, string>;
  sessions: Map<number, string>;
  decisions: Map<number, string>;
}

/** Makes a ZIP of Markdown files of the memory, which a person reads and Git keeps. */
@Injectable()
export class MemoryExportService {
  constructor(
    private readonly files: MemoryFilesRepository,
    private readonly own: OwnRowsService,
    private readonly readers: ReadersService,
    private readonly index: SearchIndexService,
    private readonly audit: AuditService,
  ) {}

  async export(actor: KnownActor): Promise<Readable> {
    // What was written a moment ago is judged here.
    await this.index.catchUp();
    await this.audit.record(actor, { action: 'memory.exported' });
    return Readable.from(this.parts(await this.own.writersOf(actor), await this.readers.of(actor)), {
      objectMode: false,
    });
  }

  private async *parts(writers: readonly string[] | null, reader: Reader): AsyncGenerator<Buffer> {
    const zip = new ZipWriter();
    const named: Named = { writers, reader, projects: new Map(), sessions: new Map(), decisions: new Map() };
    for (const filed of FILED_KINDS) {
      if (filed.kind === 'decision') await this.nameDecisions(filed, named);
      for await (const [name, text] of this.filesOf(filed, named)) yield zip.entry(name, text);
    }
    yield zip.end();
  }

  private async *filesOf(filed: FiledKind, named: Named): AsyncGenerator<[name: string, text: string]> {
    if (LISTS.includes(filed.kind)) {
      yield* this.listsOf(filed, named);
      return;
    }
    for await (const row of this.rowsOf(filed, named)) {
      const name = nameOf(filed.kind, row, named);
      if (filed.kind === 'project') named.projects.set(row.id, String(row['name']));
      if (filed.kind === 'session') named.sessions.set(row.id, name);
      yield [name, toDocument({ kind: filed.kind, ...fieldsOf(filed, row, named) }, String(row[filed.body]))];
    }
  }

  private async *listsOf(filed: FiledKind, named: Named): AsyncGenerator<[name: string, text: string]> {
    const lists = new Map<string, { project: string | null; items: string[] }>();
    for await (const row of this.rowsOf(filed, named)) {
      const name = nameOf(filed.kind, row, named);
      const { project, ...fields } = fieldsOf(filed, row, named);
      const list = lists.get(name) ?? { project: project as string | null, items: [] };
      list.items.push(toItem(fields, String(row[filed.body])));
      lists.set(name, list);
    }
    for (const [name, { project, items }] of lists)
      yield [name, toDocument({ kind: filed.kind, project }, items.join('\n'))];
  }

  /** A decision may name one that comes later. */
  private async nameDecisions(filed: FiledKind, named: Named): Promise<void> {
    for await (const row of this.rowsOf(filed, named))
      named.decisions.set(row.id, nameOf('decision', row, named));
  }

  /** Without those of a project that is held itself: without it they would seem to belong to none. */
  private async *rowsOf(filed: FiledKind, { writers, reader, projects }: Named): AsyncGenerator<StoredRow> {
    for (let after = 0, isLast = false; !isLast;) {
      const rows = await this.files.listAfter(filed, after, BATCH, writers, reader);
      for (const row of rows)
        if (typeof row['project_id'] !== 'number' || projects.has(row['project_id'])) yield row;
      isLast = rows.length < BATCH;
      after = rows.at(-1)?.id ?? after;
    }
  }
}

function nameOf(kind: VersionKind, row: StoredRow, named: Named): string {
  return fileOf(kind, row, projectOf(row, named));
}

function projectOf({ project_id }: Row, { projects }: Named): string | null {
  return typeof project_id === 'number' ? (projects.get(project_id) ?? null) : null;
}

/** The columns but the text, with names in place of ids. */
function fieldsOf({ body }: FiledKind, row: StoredRow, named: Named): Row {
  const { id: _id, project_id, session_id, replaced_by, [body]: _text, ...rest } = row;
  const fields = Object.fromEntries(
    Object.entries(rest).sort(([one], [other]) => placeOf(one) - placeOf(other)),
  );
  return {
    ...(project_id === undefined ? {} : { project: projectOf(row, named) }),
    ...fields,
    ...sessionOf(session_id, named),
    ...(replaced_by === undefined
      ? {}
      : { replaced_by: typeof replaced_by === 'number' ? (named.decisions.get(replaced_by) ?? null) : null }),
  };
}

/** What a person looks for first. */
const FIRST = ['name', 'key', 'session_date', 'projects_touched', 'at', 'status', 'priority'];

function placeOf(field: string): number {
  const place = FIRST.indexOf(field);
  return place < 0 ? FIRST.length : place;
}

/** Of a decision the file of its session; what a session has as its own is told as it is. */
function sessionOf(session_id: unknown, { sessions }: Named): Row {
  if (session_id === undefined) return {};
  if (typeof session_id !== 'number') return { session_id };
  return { session: sessions.get(session_id) ?? null };
}
