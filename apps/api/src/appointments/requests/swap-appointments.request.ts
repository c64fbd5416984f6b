import type { SwapAppointmentsDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Uuid } from '../../platform/validation/uuid-fields';

export class SwapAppointmentsRequest implements SwapAppointmentsDto {
  @Uuid({
    description: 'An appointment that is pending or confirmed.',
    example: '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11',
  })
  a: string;

  @Uuid({ description: 'The other one.', example: '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f12' })
  b: string;
}

true satisfies SameShape<SwapAppointmentsRequest, SwapAppointmentsDto>;
