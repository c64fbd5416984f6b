import { Injectable } from '@nestjs/common';
import { LIMITS, type ChangeDto, type ChangesDto, type ChangesQueryDto } from '@groupless/shared-dto';
import { AppError } from '../platform/errors/app-error';
import type { Change } from './change.entity';
import { ChangesRepository, KEPT_DAYS } from './changes.repository';

/** The feed of changes, for programs that keep a copy. */
@Injectable()
export class ChangesService {
  constructor(private readonly changes: ChangesRepository) {}

  /**
   * What changed behind the cursor, in an order in which nothing is missed. Without a cursor nothing, but where to begin.
   * @throws AppError `invalid_cursor`, `cursor_expired`
   */
  async list({ after, limit = LIMITS.page.default }: ChangesQueryDto): Promise<ChangesDto> {
    const asked = after === undefined ? null : placeOf(after);
    await this.changes.publish();
    const { first, last } = await this.changes.readBounds();
    const place = asked ?? last;
    // One that lies ahead was given before an older backup was restored.
    if (place < first - 1 || place > last) throw expired();
    const found = await this.changes.listAfter(place, limit);
    return { items: found.map(toChangeDto), next_cursor: String(found.at(-1)?.place ?? place) };
  }
}

/** @throws AppError `invalid_cursor` */
function placeOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new AppError('invalid_cursor', 'after must be next_cursor of an answer before, as it was.');
}

function expired(): AppError {
  const detail =
    `Changes are kept for ${KEPT_DAYS} days, and this cursor is of before. Ask without after, read all rows again, and go on ` +
    'with the next_cursor of that answer.';
  return new AppError('cursor_expired', detail);
}

function toChangeDto({ place, at, object, object_id, action, into_id }: Change): ChangeDto {
  return {
    id: place ?? 0,
    at: at.toISOString(),
    ...{ object, object_id, action },
    ...(into_id !== null && { into: into_id }),
  };
}
