import {
  LIMITS,
  QUARANTINE_KINDS,
  type HeldRowsQueryDto,
  type QuarantineKind,
  type QuarantineQueryDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { OneOf, QueryInteger } from '../../../platform/validation/fields';
import { PageRequest } from '../../../platform/validation/page.request';
import { SomeRowIds } from '../../../platform/validation/row-id-fields';

export class QuarantineListRequest extends PageRequest implements QuarantineQueryDto {
  @OneOf({
    optional: true,
    values: QUARANTINE_KINDS,
    description: 'Rows of this kind alone.',
    example: 'task',
  })
  kind?: QuarantineKind;

  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'The id of a row, with its `kind`.',
    example: 1,
  })
  row_id?: number;
}

export class HeldRowsRequest implements HeldRowsQueryDto {
  @OneOf({ values: QUARANTINE_KINDS, description: 'What the rows are.', example: 'chat' })
  kind: QuarantineKind;

  @SomeRowIds({
    ...LIMITS.held_rows,
    description: 'The row’s id within its kind, or several by comma.',
    example: '1,2',
  })
  row_id: string;
}

true satisfies SameShape<QuarantineListRequest, QuarantineQueryDto & PageRequest>;
true satisfies SameShape<HeldRowsRequest, HeldRowsQueryDto>;
