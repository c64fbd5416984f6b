import {
  APPOINTMENT_STATUSES,
  LIMITS,
  type AppointmentStatus,
  type PatchAppointmentDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../shared/docs/same-shape';
import { Integer, OneOf, Text } from '../../shared/validation/fields';
import { Instant } from '../../shared/validation/time-fields';
import { Uuid } from '../../shared/validation/uuid-fields';

export class PatchAppointmentRequest implements PatchAppointmentDto {
  @Uuid({ optional: true, description: 'Whom it is for.' })
  client_id?: string;

  @Text({ optional: true, ...LIMITS.title, example: 'Second consultation' })
  title?: string;

  @Instant({ optional: true, description: 'Alone, it moves the appointment, which keeps its length.' })
  starts_at?: string;

  @Instant({ optional: true, description: 'Not together with `duration_minutes`.' })
  ends_at?: string;

  @Integer({ optional: true, ...LIMITS.appointment_minutes, description: 'In place of `ends_at`.' })
  duration_minutes?: number;

  @Text({ optional: true, ...LIMITS.resource, description: 'Who or what is booked.' })
  resource?: string;

  @Text({ optional: true, ...LIMITS.description, example: 'Prefers mornings.' })
  notes?: string;

  @OneOf({
    optional: true,
    values: APPOINTMENT_STATUSES,
    description: 'Whichever the present one may become; the present one changes nothing.',
  })
  status?: AppointmentStatus;
}

true satisfies SameShape<PatchAppointmentRequest, PatchAppointmentDto>;
