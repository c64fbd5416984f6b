import {
  ERASED_KINDS,
  LIMITS,
  VERSION_KINDS,
  WRITE_WAYS,
  type EraseDto,
  type ErasedKind,
  type MemoryHistoryQueryDto,
  type UndoSeveralDto,
  type VersionKind,
  type WriteWay,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { RowOrChat } from '../../platform/validation/row-id-fields';
import { Integer, OneOf, QueryInteger, Text } from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';
import { Instant } from '../../platform/validation/times/time-fields';

const ID = { min: 1, max: Number.MAX_SAFE_INTEGER };

export class HistoryRequest extends PageRequest {
  @OneOf({ optional: true, values: VERSION_KINDS, description: 'Default: all that the caller may read.' })
  kind?: VersionKind;

  @QueryInteger({ optional: true, ...ID, description: 'Of the row. Needs `kind`.', example: 12 })
  id?: number;

  @Text({
    optional: true,
    ...LIMITS.line,
    description: 'The user or key that made the change.',
    example: 'Ada',
  })
  by?: string;

  @OneOf({ optional: true, values: WRITE_WAYS, description: 'By which way the change came.' })
  through?: WriteWay;
}

export class UndoSeveralRequest implements UndoSeveralDto {
  @Text({
    nullable: true,
    ...LIMITS.line,
    description: 'The user or key, as versions name it; null: callers without a name.',
    example: 'MEMORY_API_KEY',
  })
  by: string | null;

  @OneOf({ optional: true, values: WRITE_WAYS, description: 'Only what came by this way.' })
  through?: WriteWay;

  @Instant({ description: 'The first moment.', example: '2026-11-20T09:30:00Z' })
  since: string;

  @Instant({ optional: true, description: 'The last moment. Default: now.' })
  until?: string;

  @Integer({
    optional: true,
    ...ID,
    description: 'Only changes with a lower version: see `next` of the answer.',
  })
  before?: number;
}

export class EraseRequest implements EraseDto {
  @OneOf({ values: ERASED_KINDS, example: 'session' })
  kind: ErasedKind;

  @RowOrChat({
    description: 'Of the row, which may be deleted already; of a chat its `chat_id`.',
    example: 12,
  })
  id: number | string;
}

true satisfies SameShape<HistoryRequest, MemoryHistoryQueryDto>;
true satisfies SameShape<UndoSeveralRequest, UndoSeveralDto>;
true satisfies SameShape<EraseRequest, EraseDto>;
