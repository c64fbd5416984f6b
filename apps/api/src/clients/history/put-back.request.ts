import { CLIENT_FIELDS, type ClientField, type PutBackClientDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag } from '../../platform/validation/fields';
import { ChoiceList } from '../../platform/validation/list-fields';

export class PutBackRequest implements PutBackClientDto {
  @ChoiceList({
    optional: true,
    values: CLIENT_FIELDS,
    description: 'Some of what the change changed; all of it by default. Numbers go together.',
    example: ['notes'],
  })
  fields?: ClientField[];

  @Flag({
    optional: true,
    description: 'Whether another client may have the same phone or email.',
    example: false,
  })
  allow_duplicate?: boolean;
}

true satisfies SameShape<PutBackRequest, PutBackClientDto>;
