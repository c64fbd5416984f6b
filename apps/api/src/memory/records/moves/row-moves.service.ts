import { Injectable } from '@nestjs/common';
import { OWNED_KINDS, type MovedRowsDto, type MoveRowsDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { breaksAny } from '../../../database/violations';
import type { KnownActor } from '../../../platform/access/caller';
import { sourceOf, type WriteSource } from '../../../platform/access/write-source';
import { invalidRequest } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import type { Reader } from '../../readers/reader';
import { ReadersService } from '../../readers/readers.service';
import { RowEventsService } from '../../readers/row-events.service';
import { RowMovesRepository, type Move, type MovedRows, type OwnedRows } from './row-moves.repository';

const EVENTS = {
  state: 'state.updated',
  task: 'task.updated',
  decision: 'decision.updated',
  session: 'session.updated',
} as const;

/** Moves rows from one project, or from none, to another or to none. */
@Injectable()
export class RowMovesService {
  constructor(
    private readonly moves: RowMovesRepository,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly readers: ReadersService,
  ) {}

  /**
   * The same call with `from` and `to` exchanged takes it back.
   * @throws AppError `not_found`
   */
  async move({ from, to, ...sent }: MoveRowsDto, actor: KnownActor): Promise<MovedRowsDto> {
    if (from === to) throw sameProject();
    const rows: OwnedRows = { state: [], task: [], decision: [], session: [], ...sent };
    const reader = await this.readers.of(actor);
    const result = found(await this.run(rows, { from, to }, sourceOf(actor), reader), 'project');
    const count = OWNED_KINDS.reduce((sum, kind) => sum + result.moved[kind].length, 0);
    if (count > 0) {
      const details = { rows: count, from: nameOf(from), to: nameOf(to) };
      await this.audit.record(actor, { action: 'memory.rows_moved', details });
      for (const kind of OWNED_KINDS) {
        const ids = kind === 'session' ? result.moved[kind] : result.moved[kind].slice(0, 1).map(() => null);
        for (const id of ids) this.events.announce(EVENTS[kind], id);
      }
    }
    return { moved: result.moved, ...leftOf(rows, result) };
  }

  private run(rows: OwnedRows, move: Move, source: WriteSource, reader: Reader): Promise<MovedRows | null> {
    return this.moves.move(rows, move, source, reader).catch((error: unknown) => {
      if (!breaksAny(error)) throw error;
      // The other project got an equal row meanwhile. The second attempt sees it.
      return this.moves.move(rows, move, source, reader);
    });
  }
}

/** Of those that were named: what moves along with them was not. */
function leftOf(asked: OwnedRows, { moved, same }: MovedRows): Pick<MovedRowsDto, 'left' | 'same'> {
  const countIn = (rows: OwnedRows) =>
    OWNED_KINDS.reduce((sum, kind) => sum + asked[kind].filter((id) => rows[kind].includes(id)).length, 0);
  const named = countIn(asked);
  return { left: named - countIn(moved), same: countIn(same) };
}

function nameOf(project_id: number | null): string {
  return project_id === null ? 'none' : `project:${project_id}`;
}

function sameProject() {
  const message = 'to must be another project than from.';
  return invalidRequest([{ field: 'to', code: 'not_allowed', message }]);
}
