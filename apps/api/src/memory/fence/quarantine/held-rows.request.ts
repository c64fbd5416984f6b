import { LIMITS, QUARANTINE_KINDS, type HeldRowsQueryDto, type QuarantineKind } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { OneOf } from '../../../platform/validation/fields';
import { SomeRowIds } from '../../../platform/validation/row-id-fields';

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

true satisfies SameShape<HeldRowsRequest, HeldRowsQueryDto>;
