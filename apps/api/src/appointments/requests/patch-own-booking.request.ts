import { LIMITS, type PatchOwnBookingDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Integer, OneOf } from '../../platform/validation/fields';
import { InstantOrLocal } from '../../platform/validation/times/time-fields';

export class PatchOwnBookingRequest implements PatchOwnBookingDto {
  @InstantOrLocal({
    optional: true,
    description:
      'The new start, with its offset from UTC, or without: then in the time zone of the settings. Alone, the ' +
      'appointment keeps its length.',
    example: '2027-03-01T10:00',
  })
  starts_at?: string;

  @InstantOrLocal({ optional: true, description: 'As `starts_at`. Not together with `duration_minutes`.' })
  ends_at?: string;

  @Integer({ optional: true, ...LIMITS.appointment_minutes, description: 'In place of `ends_at`.' })
  duration_minutes?: number;

  @OneOf({ optional: true, values: ['cancelled'], description: 'Cancels it. Not together with a new time.' })
  status?: 'cancelled';
}

true satisfies SameShape<PatchOwnBookingRequest, PatchOwnBookingDto>;
