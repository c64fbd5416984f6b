import { ApiProperty } from '@nestjs/swagger';
import type { UsagePointDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

export class UsagePointResponse implements UsagePointDto {
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was read.' })
  at: string;

  @ApiProperty({ type: String, description: 'The name of the window.', example: 'five_hour' })
  name: string;

  @ApiProperty({ type: Number, minimum: 0, maximum: 100, example: 42.5 })
  used_percent: number;
}

true satisfies SameShape<UsagePointResponse, UsagePointDto>;
