import { LIMITS, PERSON_SORTS, type CreatePersonDto, type PatchPersonDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { OneOf, Text } from '../../../platform/validation/fields';
import { AsOf } from '../../history/as-of/as-of.request';
import { PageRequest } from '../../../platform/validation/page.request';

class PersonFields {
  @Text({ optional: true, ...LIMITS.line, description: 'Who they are to the business.', example: 'owner' })
  relationship?: string;

  @Text({ optional: true, ...LIMITS.description, example: 'Prefers to be called in the morning.' })
  notes?: string;
}

export class CreatePersonRequest extends PersonFields implements CreatePersonDto {
  @Text({ ...LIMITS.person_name, example: 'Žofie Nováková' })
  name: string;
}

export class PatchPersonRequest extends PersonFields implements PatchPersonDto {
  @Text({ optional: true, ...LIMITS.person_name, example: 'Žofie Nováková' })
  name?: string;
}

export class PersonListRequest extends PageRequest {
  @AsOf() as_of?: string;

  @OneOf({ optional: true, values: PERSON_SORTS, description: 'Default: by name.' })
  sort?: (typeof PERSON_SORTS)[number];
}

true satisfies SameShape<CreatePersonRequest, CreatePersonDto>;
true satisfies SameShape<PatchPersonRequest, PatchPersonDto>;
