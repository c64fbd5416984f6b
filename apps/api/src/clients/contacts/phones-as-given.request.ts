import { type ReadPhonesDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag } from '../../platform/validation/fields';
import { PhoneRegion } from '../../platform/validation/locale-fields';
import { Uuid } from '../../platform/validation/uuid-fields';

export class ReadPhonesRequest implements ReadPhonesDto {
  @PhoneRegion({ description: 'ISO 3166 code of the country whose numbers they are.', example: 'AT' })
  country: string;

  @Flag({ optional: true, description: 'Only answers what would be.', example: true })
  dry_run?: boolean;

  @Uuid({ optional: true, description: 'The `next` of the answer before.' })
  after?: string;
}

true satisfies SameShape<ReadPhonesRequest, ReadPhonesDto>;
