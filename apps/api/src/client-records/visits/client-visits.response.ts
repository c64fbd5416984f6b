import { ApiProperty } from '@nestjs/swagger';
import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  type ClientVisitDto,
  type ClientVisitsDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';

class ClientVisit implements ClientVisitDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;
  @ApiProperty({ type: String, example: 'Yearly service' }) title: string;
  @ApiProperty({ type: String, example: 'main' }) resource: string;
  @ApiProperty({ type: String, enum: APPOINTMENT_STATUSES }) status: AppointmentStatus;
  @Time() starts_at: string;
}

export class ClientVisitsResponse implements ClientVisitsDto {
  @ApiProperty({ type: 'integer', example: 7, description: 'Completed, or confirmed and over.' })
  visits: number;
  @ApiProperty({ type: 'integer', example: 1 }) no_shows: number;
  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Cancelled by an agent later than `cancel_notice_minutes` before the start.',
  })
  late_cancellations: number;
  @ApiProperty({ type: ClientVisit, nullable: true }) last_visit: ClientVisit | null;
  @ApiProperty({ type: ClientVisit, nullable: true, description: 'The one that goes on or comes next.' })
  next_visit: ClientVisit | null;
}

true satisfies SameShape<ClientVisitsResponse, ClientVisitsDto>;
