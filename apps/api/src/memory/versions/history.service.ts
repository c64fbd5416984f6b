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
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../shared/access/caller';
import { sourceOf } from '../../shared/access/write-source';
import { Clock } from '../../shared/clock';
import { AppError, invalidRequest } from '../../shared/errors/app-error';
import { found } from '../../shared/errors/found';
import { CorrectionsRepository } from './corrections.repository';
import { namedRow } from './named-row';
import { VERSIONED, type VersionedRow } from './versioned-kinds';
import { VersionsRepository, type Change } from './versions.repository';

/** Changes and rows of a preview. */
const MOST_SHOWN = 100;

/** The changes of the memory's rows, and how they are taken back. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly corrections: CorrectionsRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** @param readable the kinds that the caller may read */
  async list(
    { kind, ...query }: MemoryHistoryQueryDto,
    readable: readonly VersionKind[],
  ): Promise<PageDto<MemoryVersionDto>> {
    if (query.id !== undefined && kind === undefined) throw idWithoutKind();
    const kinds = kind === undefined ? readable : [kind];
    return mapPage(await this.versions.listChanges(kinds, query), toVersionDto);
  }

  /** @throws AppError `not_found`, `changed_since` */
  async undo(version: number, actor: KnownActor): Promise<MemoryVersionDto> {
    const undone = found(
      await this.corrections.undo(version, sourceOf(actor)).catch(toRefusal),
      'version of the memory',
    );
    if ('standing' in undone) throw changedSince(toRowDto(undone.kind, undone.standing));
    const { change } = undone;
    await this.audit.record(actor, {
      action: `${change.kind}.change_undone`,
      object: `${change.kind}:${change.row_id}`,
      details: { version },
    });
    this.announce(change.kind, change.row_id);
    return toVersionDto(change);
  }

  /** What `undoSeveral()` would do now. What somebody else changed since is among it, and is left then. */
  async previewUndo({
    until = this.clock.now().toISOString(),
    ...rest
  }: UndoSeveralDto): Promise<UndoPreviewDto> {
    const wish = { ...rest, until };
    const versions = await this.versions.listVersionsOf(wish);
    const changes = await this.versions.findChanges(versions.slice(0, MOST_SHOWN));
    const made: NamedRowDto[] = [];
    for (const kind of VERSION_KINDS)
      made.push(...(await this.corrections.listMade(kind, wish)).map((row) => namedRow(kind, row)));
    return {
      changes: changes.map(toVersionDto),
      changes_total: versions.length,
      made: made.slice(0, MOST_SHOWN),
      made_total: made.length,
      until,
    };
  }

  /** Takes back all that a user or key did in a time, the newest first: changes, and rows that were made. */
  async undoSeveral(wish: UndoSeveralDto, actor: KnownActor): Promise<UndoneSeveralDto> {
    const versions = await this.versions.listVersionsOf(wish);
    let left = versions;
    let before = Infinity;
    // A task may wait for its project, which comes back after it: so again, as long as it helps.
    while (left.length > 0 && left.length < before) {
      before = left.length;
      left = await this.undoEach(left, actor);
    }
    return { undone: versions.length - left.length, deleted: await this.deleteMade(wish, actor), left };
  }

  /** @returns those that cannot be undone now */
  private async undoEach(versions: readonly number[], actor: KnownActor): Promise<number[]> {
    const left: number[] = [];
    for (const version of versions) {
      await this.undo(version, actor).catch((error: unknown) => {
        if (!(error instanceof AppError && ['changed_since', 'not_found'].includes(error.code))) throw error;
        left.push(version);
      });
    }
    return left;
  }

  /** Events name entries of the state by their keys, which are not at hand here. */
  private announce(kind: VersionKind, id: number): void {
    this.events.announce(VERSIONED[kind].event, kind === 'state' ? null : id);
  }

  private async deleteMade(wish: UndoSeveralDto, actor: KnownActor): Promise<number> {
    let deleted = 0;
    for (const kind of VERSION_KINDS) {
      const ids = await this.corrections.deleteMade(kind, wish, sourceOf(actor));
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

function changedSince(current: MemoryRowDto | null): AppError {
  const detail =
    current === null
      ? 'The row was deleted since. Undo its later changes first, the newest before the others.'
      : 'The row was changed since; `current` is what stands now. Undo its later changes first, the newest before the others.';
  return new AppError('changed_since', detail, { members: { current } });
}

/** Another row has taken its place: its name, key or text; or its project is gone. */
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
