import { ApiProperty } from '@nestjs/swagger';
import type { BusyTimeDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';
import { Time } from '../platform/docs/time-properties';

const IdOrNull = (description: string) =>
  ApiProperty({ type: String, format: 'uuid', nullable: true, example: null, description });

export class BusyTimeResponse implements BusyTimeDto {
  @ApiProperty({ type: String, nullable: true, example: 'main', description: 'Null: all resources.' })
  resource: string | null;

  @Time() starts_at: string;
  @Time() ends_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Delivery',
    description: 'The reason of a block, or the title of an event of a calendar that shows titles.',
  })
  title: string | null;

  @IdOrNull('The calendar that it is an event of.') calendar_id: string | null;
  @IdOrNull('The block that it is.') block_id: string | null;
}

true satisfies SameShape<BusyTimeResponse, BusyTimeDto>;
