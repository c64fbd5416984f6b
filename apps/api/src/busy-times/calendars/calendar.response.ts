import { ApiProperty } from '@nestjs/swagger';
import type { BusyCalendarDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

const TIME = { type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

export class BusyCalendarResponse implements BusyCalendarDto {
  @ApiProperty({ type: String, format: 'uuid' }) id: string;

  @ApiProperty({ type: String, nullable: true, example: 'main', description: 'Null: all resources.' })
  resource: string | null;

  @ApiProperty({ type: String, example: 'Anna, private' }) name: string;
  @ApiProperty({ type: Boolean }) show_titles: boolean;

  @ApiProperty({ ...TIME, nullable: true, description: 'When it was last read, or found unchanged.' })
  last_read_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'Why it was not read last, or what of it was not. One that is suddenly empty counts as not read for a day.',
  })
  last_error: string | null;

  @ApiProperty({ type: Number, example: 12, description: 'Busy times that are known of it.' })
  events: number;

  @ApiProperty(TIME) created_at: string;
}

true satisfies SameShape<BusyCalendarResponse, BusyCalendarDto>;
