import { ApiProperty } from '@nestjs/swagger';
import {
  SERIES_CONFLICT_CODES,
  type ChangedSeriesDto,
  type SeriesConflictCode,
  type SeriesConflictDto,
  type SeriesDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Time } from '../../platform/docs/time-properties';
import { AppointmentResponse } from '../appointment.response';

class SeriesConflict implements SeriesConflictDto {
  @Time() starts_at: string;

  @ApiProperty({
    type: String,
    enum: SERIES_CONFLICT_CODES,
    description: 'Another appointment, a block or a calendar, or a closure.',
  })
  code: SeriesConflictCode;
}

const SeriesId = () => ApiProperty({ type: String, format: 'uuid' });

export class SeriesResponse implements SeriesDto {
  @SeriesId() series_id: string;
  @ApiProperty({ type: [AppointmentResponse] }) created: AppointmentResponse[];
  @ApiProperty({ type: [SeriesConflict], description: 'Those that were left out.' })
  conflicts: SeriesConflict[];
}

export class ChangedSeriesResponse implements ChangedSeriesDto {
  @SeriesId() series_id: string;
  @ApiProperty({ type: [AppointmentResponse] }) changed: AppointmentResponse[];
  @ApiProperty({ type: [SeriesConflict], description: 'Those that stayed as they were.' })
  conflicts: SeriesConflict[];
}

true satisfies SameShape<SeriesResponse, SeriesDto>;
true satisfies SameShape<ChangedSeriesResponse, ChangedSeriesDto>;
