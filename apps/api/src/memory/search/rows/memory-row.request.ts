import {
  FORGETTABLE_KINDS,
  SEARCH_KINDS,
  type ForgetDto,
  type ForgettableKind,
  type ReadMemoryDto,
  type SearchKind,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { Integer, OneOf } from '../../../platform/validation/fields';

const Id = () => Integer({ min: 1, max: Number.MAX_SAFE_INTEGER, example: 12 });

export class ReadMemoryRequest implements ReadMemoryDto {
  @OneOf({ values: SEARCH_KINDS, example: 'session' })
  kind: SearchKind;

  @Id() id: number;

  @Integer({ optional: true, min: 1, max: 10_000 })
  page?: number;
}

export class ForgetRequest implements ForgetDto {
  @OneOf({ values: FORGETTABLE_KINDS, example: 'state' })
  kind: ForgettableKind;

  @Id() id: number;
}

true satisfies SameShape<ReadMemoryRequest, ReadMemoryDto>;
true satisfies SameShape<ForgetRequest, ForgetDto>;
