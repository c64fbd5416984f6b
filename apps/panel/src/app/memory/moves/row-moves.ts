import { inject, Injectable } from '@angular/core';
import {
  LIMITS,
  OWNED_KINDS,
  type MovedRowsDto,
  type MoveRowsDto,
  type OwnedKind,
} from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { Toasts } from '../../ui/toasts/toasts';

const PATH = '/api/memory/move';

export interface NamedProject {
  id: number;
  name: string;
}

/** Gives rows that belong to no project to one, and takes that back. */
@Injectable({ providedIn: 'root' })
export class RowMoves {
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);

  /** @returns the ids of those that moved */
  async give(kind: OwnedKind, ids: readonly number[], project: NamedProject): Promise<readonly number[]> {
    const params = { name: project.name };
    const parts: MovedRowsDto[] = [];
    try {
      for (let at = 0; at < ids.length; at += LIMITS.moved_rows) {
        const part = ids.slice(at, at + LIMITS.moved_rows);
        parts.push(await this.send({ from: null, to: project.id, [kind]: part }));
      }
    } catch (error) {
      this.toasts.failed('memory.move.failed', error, { params });
    }
    const moved = parts.flatMap((part) => part.moved[kind]);
    if (moved.length > 0)
      this.toasts.undoable('memory.move.done', () => void this.takeBack(parts, project), {
        ...params,
        count: moved.length,
      });
    this.tellOfLeft(parts, params);
    return moved;
  }

  private async takeBack(parts: readonly MovedRowsDto[], { id, name }: NamedProject): Promise<void> {
    try {
      let left = 0;
      for (const { moved } of parts) {
        const some = Object.fromEntries(
          OWNED_KINDS.filter((kind) => moved[kind].length > 0).map((kind) => [kind, moved[kind]]),
        );
        left += (await this.send({ from: id, to: null, ...some })).left;
      }
      if (left === 0) this.toasts.show('memory.move.taken_back', { params: { name } });
      else this.toasts.remark('memory.move.left_behind', { params: { name, count: left } });
    } catch (error) {
      this.toasts.failed('memory.move.not_taken_back', error, { params: { name } });
    }
  }

  private tellOfLeft(parts: readonly MovedRowsDto[], params: { name: string }): void {
    const counts = { same: 0, elsewhere: 0 };
    for (const { left, same } of parts) {
      counts.same += same;
      counts.elsewhere += left - same;
    }
    for (const reason of ['same', 'elsewhere'] as const) {
      const count = counts[reason];
      if (count > 0) this.toasts.remark(`memory.move.left.${reason}`, { params: { ...params, count } });
    }
  }

  private send(rows: MoveRowsDto): Promise<MovedRowsDto> {
    return this.api.post(PATH, rows);
  }
}
