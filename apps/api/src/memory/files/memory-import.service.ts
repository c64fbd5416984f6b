import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { LIMITS, type MemoryFileType, type MemoryImportDto, type UnreadDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { sourceOf } from '../../platform/access/write-source';
import { readParts } from '../../platform/http/bodies/streamed-body';
import { memoryFileType } from '../../platform/http/headers/media-type';
import { ConcurrencyLimit } from '../../shared/concurrency-limit';
import { inTimeSlices } from '../../shared/time-slices';
import { VERSIONED } from '../history/versioned-kinds';
import { ProjectScopeService } from '../records/projects/project-scope.service';
import { rowsIn, writtenBy } from './filed-rows';
import { ForeignFilesService } from './foreign/foreign-files.service';
import { ImportStorage, type FiledRows } from './import-storage';
import { writerOwner } from '../readers/reader';
import { ReadersService } from '../readers/readers.service';
import { OwnRowsService } from '../readers/own-rows.service';

const TIMEOUT_MS = 240_000;

export interface ImportWish {
  /** The name of a project, or its identity, to which all that another program kept belongs. */
  project?: string | undefined;
  dry_run?: 'true' | 'false' | undefined;
}

interface SentRows {
  rows: FiledRows;
  unread: readonly UnreadDto[];
}

/** Takes in a ZIP that an export made, or what another program kept. What is there already stays as it is. */
@Injectable()
export class MemoryImportService {
  /** Files that are in the server's memory at a time, each of up to 64 MiB. The others have not been read yet. */
  private readonly files = new ConcurrencyLimit({
    at_once: 6,
    waiting: 20,
    patience_ms: TIMEOUT_MS,
    refusal: 'Other imports take very long just now.',
  });
  private readonly imports = new ConcurrencyLimit({
    at_once: 1,
    waiting: 5,
    patience_ms: TIMEOUT_MS,
    refusal: 'Another import takes very long just now.',
  });

  constructor(
    private readonly storage: ImportStorage,
    private readonly own: OwnRowsService,
    private readonly foreign: ForeignFilesService,
    private readonly scopes: ProjectScopeService,
    private readonly readers: ReadersService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * All of it is stored, or nothing.
   * @throws AppError `invalid_zip`, `invalid_file`, `body_too_large`, `request_timeout`, `overloaded`, `project_not_found`,
   * `project_ambiguous`
   */
  import(body: IncomingMessage, wish: ImportWish, actor: KnownActor): Promise<MemoryImportDto> {
    return this.files.run(() => this.take(body, wish, actor));
  }

  private async take(body: IncomingMessage, wish: ImportWish, actor: KnownActor): Promise<MemoryImportDto> {
    const parts: Buffer[] = [];
    for await (const part of readParts(body, TIMEOUT_MS)) parts.push(part);
    const isKept = wish.dry_run !== 'true';
    // Its texts are read within the limit, too: unpacked they need much memory.
    const reader = await this.readers.of(actor);
    const {
      rows,
      unread,
      created,
      different,
      left: unknown,
    } = await this.imports.run(async () => {
      const sent = await this.read(Buffer.concat(parts), typeOf(body), wish.project, actor);
      return { ...sent, ...(await this.storage.store(sent.rows, isKept, reader)) };
    });
    const sent = [...rows.values()].reduce((sum, { length }) => sum + length, 0);
    const total = Object.values(created).reduce((sum, count) => sum + count, 0);
    if (isKept) {
      const details = { created: total, known: sent - total };
      await this.audit.record(actor, { action: 'memory.imported', details });
      for (const kind of rows.keys()) this.events.announce(VERSIONED[kind].event, null);
    }
    const left = [...unread, ...different.map(toDifferent)];
    return {
      created,
      known: sent - total,
      left: unknown,
      dry_run: !isKept,
      unread: left.slice(0, LIMITS.unread_parts),
      unread_total: left.length,
    };
  }

  private async read(
    file: Buffer,
    type: MemoryFileType,
    project: string | undefined,
    actor: KnownActor,
  ): Promise<SentRows> {
    const scope = await this.scopes.find(project, writerOwner(sourceOf(actor)));
    const sent =
      type === 'application/zip'
        ? { rows: await inTimeSlices(rowsIn(file)), unread: [] }
        : await this.foreign.read(file, type, scope?.name ?? null, writerOwner(sourceOf(actor)));
    // Only an admin says who wrote what.
    return !this.own.isAdmin(actor) || type !== 'application/zip'
      ? { ...sent, rows: writtenBy(sent.rows, actor) }
      : sent;
  }
}

/** The route takes these types alone. */
function typeOf({ headers }: IncomingMessage): MemoryFileType {
  return memoryFileType(headers['content-type'] ?? '') ?? 'application/zip';
}

function toDifferent(key: string): UnreadDto {
  return { where: key, why: 'It is there with another value, which stays.' };
}
