import { ApiProperty, OmitType } from '@nestjs/swagger';
import { AppointmentResponse, AvailabilityResponse } from '../appointment.response';
import type { SameShape } from '../../platform/docs/same-shape';
import type { OfferedService } from './offers';
import type { FreeTimes, ListedBooking, ListedBookings, OtherBooking, ToolBooking } from './model-terms';

const HANDLE = { type: String, description: 'The handle by which it is changed and cancelled.' } as const;
const TIME = { type: String, format: 'date-time' } as const;
const LOCAL_TIME = { type: String, description: 'As the clocks of the business show it.' } as const;

class OtherBookingResponse implements OtherBooking {
  @ApiProperty(TIME) starts_at: string;
  @ApiProperty(LOCAL_TIME) local_starts_at: string;
}

/** The answers of `book_appointment` and the other tools. */
export class ToolBookingResponse
  extends OmitType(AppointmentResponse, ['external_id'])
  implements ToolBooking
{
  @ApiProperty(HANDLE) booking: string;

  @ApiProperty({ type: Boolean, required: false, description: 'True: booked before, and nothing now.' })
  already_booked?: true;

  @ApiProperty({
    type: Boolean,
    required: false,
    description: 'True: it was so before, and nothing changed now.',
  })
  unchanged?: true;

  @ApiProperty({ type: String, required: false, description: 'Read it before you answer the customer.' })
  note?: string;

  @ApiProperty({
    type: [OtherBookingResponse],
    required: false,
    description: 'Of a new booking: other coming times of its client.',
  })
  client_has_also?: OtherBookingResponse[];
}

class ListedBookingResponse implements ListedBooking {
  @ApiProperty(HANDLE) booking: string;
  @ApiProperty({ type: String, nullable: true, description: 'Null: none of the settings.' })
  service: string | null;
  @ApiProperty(TIME) starts_at: string;
  @ApiProperty(LOCAL_TIME) local_starts_at: string;
  @ApiProperty(LOCAL_TIME) local_ends_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    required: false,
    description: 'Where the platform names the caller alone: for whom it is. Null: for the caller.',
  })
  attendee_name?: string | null;
}

export class ListedBookingsResponse implements ListedBookings {
  @ApiProperty({ type: [ListedBookingResponse], description: 'By time.' }) bookings: ListedBookingResponse[];
}

class OfferedServiceResponse implements OfferedService {
  @ApiProperty({ type: String }) name: string;
  @ApiProperty({ type: 'integer' }) duration_minutes: number;
  @ApiProperty({ type: String, required: false }) price?: string;
  @ApiProperty({ type: String, required: false }) description?: string;
  @ApiProperty({ type: [String], description: 'Who does it.' }) resources: string[];
}

export class FreeTimesResponse extends AvailabilityResponse implements FreeTimes {
  @ApiProperty({ type: [OfferedServiceResponse], description: 'What can be booked.' })
  services: OfferedServiceResponse[];
  @ApiProperty({ type: [String], description: 'Who or what can be booked.' }) resources: string[];
  @ApiProperty({ type: [String], description: 'When it is open, such as Mon 09:00-18:00.' }) hours: string[];
}

true satisfies SameShape<ToolBookingResponse, ToolBooking>;
true satisfies SameShape<ListedBookingsResponse, ListedBookings>;
true satisfies SameShape<FreeTimesResponse, FreeTimes>;
