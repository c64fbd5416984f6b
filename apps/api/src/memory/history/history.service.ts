import { Injectable } from '@nestjs/common';
import {
  VERSION_KINDS,
  type MemoryHistoryQueryDto,
  type MemoryRowDto,
  type MemoryVersionDto,
  type NamedRowDto,
  type PageDto,
  type UndoneSeveralDto,
  type UndoPreviewDto,
  type UndoSeveralDto,
  type VersionKind,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { mapPage } from '../../database/pages/read-entity-page';
import { breaksAny } from '../../database/violations';
import type { KnownActor } from '../../platform/access/caller';
import { sourceOf } from '../../platform/access/write-source';
import { Clock } from '../../platform/clock';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import type { Reader } from '../readers/reader';
import { ReadersService } from '../readers/readers.service';
import { RowEventsService } from '../readers/row-events.service';
import { CorrectionsRepository, type Undone } from './corrections.repository';
import { namedRow } from './named-row';
import { eventOfMade, VERSIONED, type VersionedRow } from './versioned-kinds';
import { VersionsRepository, type Change } from './versions.repository';

/** The most changes and rows of a preview. */
const MOST_SHOWN = 100;
/** The most changes and rows that one call undoes; each change is a transaction. */
const MOST_UNDONE = 200;

/** Lists and undoes changes of the memory's rows. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly corrections: CorrectionsRepository,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly clock: Clock,
    private readonly readers: ReadersService,
  ) {}

  /** @param readable the kinds that the caller may read */
  async list(
    { kind, ...query }: MemoryHistoryQueryDto,
    readable: readonly VersionKind[],
    reader: Reader,
  ): Promise<PageDto<MemoryVersionDto>> {
    if (query.id !== undefined && kind === undefined) throw idWithoutKind();
    const kinds = kind === undefined ? readable : [kind];
    return mapPage(await this.versions.listChanges(kinds, query, reader), toVersionDto);
  }

  /** @throws AppError `not_found`, also where it is for somebody else, `changed_since` */
  async undo(version: number, actor: KnownActor): Promise<MemoryVersionDto> {
    const [known] = await this.versions.findChanges([version], await this.readers.of(actor));
    found(known ?? null, 'version of the memory');
    return this.takeBack(version, actor);
  }

  private async takeBack(version: number, actor: KnownActor): Promise<MemoryVersionDto> {
    const undone = found(
      await this.corrections.undo(version, sourceOf(actor)).catch(toRefusal),
      'version of the memory',
    );
    if ('standing' in undone) throw changedSince(undone);
    const { change } = undone;
    await this.audit.record(actor, {
      action: `${change.kind}.change_undone`,
      object: `${change.kind}:${change.row_id}`,
      details: { version },
    });
    this.announce(change.kind, change.row_id, change.before === null);
    return toVersionDto(change);
  }

  /** What `undoSeveral()` would do now. What somebody else changed since is among it, and is left then. */
  async previewUndo(
    { until = this.clock.now().toISOString(), ...rest }: UndoSeveralDto,
    reader: Reader,
  ): Promise<UndoPreviewDto> {
    const wish = { ...rest, until };
    const versions = await this.versions.listVersionsOf(wish, MOST_SHOWN, reader);
    const changes = await this.versions.findChanges(versions, reader);
    const made: NamedRowDto[] = [];
    for (const kind of VERSION_KINDS) {
      const rows = await this.corrections.listMade(kind, wish, MOST_SHOWN - made.length, reader);
      made.push(...rows.map((row) => namedRow(kind, row)));
    }
    return {
      changes: changes.map(toVersionDto),
      changes_total: await this.versions.countVersionsOf(wish, reader),
      made,
      made_total: await this.countMade(wish, reader),
      until,
    };
  }

  /**
   * Takes back what a user or key did in a time, a part at a time: changes, the newest first, then rows that were made. A
   * project comes back before the tasks that it had, in whichever part it stands itself. What the caller may not read is left, and not counted.
   */
  async undoSeveral(wish: UndoSeveralDto, actor: KnownActor): Promise<UndoneSeveralDto> {
    const reader = await this.readers.of(actor);
    const versions = await this.versions.listVersionsOf(wish, MOST_UNDONE, reader);
    const needed = await this.versions.listNeeded(versions, wish);
    await this.undoEach(needed, actor);
    const left = await this.undoEach(versions, actor);
    const areLast = versions.length < MOST_UNDONE;
    const deleted = areLast ? await this.deleteMade(wish, actor, reader) : 0;
    // Deletions are changes too, but must not be undone in turn.
    const next = { ...wish, before: areLast ? 1 : (versions.at(-1) ?? 1) };
    const remaining = await this.count(next, reader);
    return {
      undone: versions.length - left,
      deleted,
      left,
      remaining,
      next: remaining > 0 ? next : null,
    };
  }

  private async count(wish: UndoSeveralDto, reader: Reader): Promise<number> {
    return (await this.versions.countVersionsOf(wish, reader)) + (await this.countMade(wish, reader));
  }

  /** @returns how many of the changes cannot be undone, and have a row that is not as it was before */
  private async undoEach(versions: readonly number[], actor: KnownActor): Promise<number> {
    let left = 0;
    for (const version of versions) {
      await this.takeBack(version, actor).catch(async (error: unknown) => {
        if (!(error instanceof AppError && ['changed_since', 'not_found'].includes(error.code))) throw error;
        if (!(await this.corrections.isAsBefore(version))) left++;
      });
    }
    return left;
  }

  /** Events name state entries by their keys, which are not known here. */
  private announce(kind: VersionKind, id: number, isBack = false): void {
    const event = isBack ? eventOfMade(kind) : VERSIONED[kind].event;
    this.events.announce(event, kind === 'state' ? null : id);
  }

  private async countMade(wish: UndoSeveralDto, reader: Reader): Promise<number> {
    const counts = await Promise.all(
      VERSION_KINDS.map((kind) => this.corrections.countMade(kind, wish, reader)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  private async deleteMade(wish: UndoSeveralDto, actor: KnownActor, reader: Reader): Promise<number> {
    let deleted = 0;
    for (const kind of VERSION_KINDS) {
      const most = MOST_UNDONE - deleted;
      if (most === 0) break;
      const ids = await this.corrections.deleteMade(kind, wish, most, sourceOf(actor), reader);
      for (const id of ids) {
        await this.audit.record(actor, { action: `${kind}.deleted`, object: `${kind}:${id}` });
        this.announce(kind, id);
      }
      deleted += ids.length;
    }
    return deleted;
  }
}

function toVersionDto({ version, kind, row_id, at, by, through, before, after }: Change): MemoryVersionDto {
  return {
    version,
    kind,
    id: row_id,
    at: at.toISOString(),
    by,
    through,
    before: toRowDto(kind, before),
    after: toRowDto(kind, after),
  };
}

function toRowDto(kind: VersionKind, row: VersionedRow | null): MemoryRowDto | null {
  return row === null ? null : VERSIONED[kind].toDto(row as never);
}

function changedSince({ kind, standing, has_rows }: Exclude<Undone, { change: Change }>): AppError {
  const current = toRowDto(kind, standing);
  const detail = has_rows
    ? 'The project has state, tasks or decisions by now, which would go with it, or lose it. A person decides in the panel whether the project goes.'
    : current === null
      ? 'The row was deleted since. Undo its later changes first, the newest before the others.'
      : 'The row was changed since; `current` is what stands now. Undo its later changes first, the newest before the others.';
  return new AppError('changed_since', detail, { members: { current } });
}

/** Another row has the same name, key or text now, or the project is gone. */
function toRefusal(error: unknown): never {
  if (!breaksAny(error)) throw error;
  throw new AppError(
    'changed_since',
    'The row cannot come back as it was: another row has its name, key or text now, or its project is gone.',
    { members: { current: null } },
  );
}

function idWithoutKind(): AppError {
  const message = 'kind is required with id: ids are unique within a kind.';
  return invalidRequest([{ field: 'kind', code: 'required', message }]);
}
