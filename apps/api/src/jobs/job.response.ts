import { ApiProperty } from '@nestjs/swagger';
import type { JobDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';

export class JobResponse implements JobDto {
  @ApiProperty({ type: String, example: 'retention' })
  name: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '23 3 * * *',
    description: 'A cron expression in UTC; null: it runs when there is something to do.',
  })
  every: string | null;

  @ApiProperty({ type: 'integer', description: 'That wait, also for a second attempt.' })
  waiting: number;

  @ApiProperty({ type: 'integer', description: 'That run now.' })
  active: number;

  @ApiProperty({ type: 'integer', description: 'That failed for good in the last 24 hours.' })
  failed_24h: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the last one ended.' })
  last_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the last failure said.' })
  last_error: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the next one is due.',
  })
  next_at: string | null;
}

true satisfies SameShape<JobResponse, JobDto>;
