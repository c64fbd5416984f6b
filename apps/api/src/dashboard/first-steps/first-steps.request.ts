import { FIRST_STEPS, type FirstStep, type FirstStepsDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { ChoiceList } from '../../platform/validation/list-fields';

/** As it is replaced; what is read has the same shape and schema. */
export class FirstStepsDocument implements FirstStepsDto {
  @ChoiceList({
    values: FIRST_STEPS,
    least: 0,
    description: 'The steps that the dashboard does not remind admins of.',
    example: ['country', 'team'],
  })
  skipped: FirstStep[];
}

true satisfies SameShape<FirstStepsDocument, FirstStepsDto>;
