import { ApiProperty } from '@nestjs/swagger';
import type { BlockDto, MetAppointmentDto, SavedBlockDto } from '@groupless/shared-dto';
import { pageOf } from '../platform/docs/page-of';
import type { SameShape } from '../platform/docs/same-shape';
import { Time } from '../platform/docs/time-properties';

const Id = () => ApiProperty({ type: String, format: 'uuid' });

export class BlockResponse implements BlockDto {
  @Id() id: string;

  @ApiProperty({ type: String, nullable: true, example: 'main', description: 'Null: all resources.' })
  resource: string | null;

  @Time() starts_at: string;
  @Time() ends_at: string;

  @ApiProperty({ type: String, example: 'Delivery', description: 'Empty where there is none.' })
  reason: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
    description: 'The same for all blocks that one rule made; null: it stands alone.',
  })
  series_id: string | null;

  @Time() created_at: string;
  @Time() updated_at: string;
}

class MetClient {
  @Id() id: string;
  @ApiProperty({ type: String, example: 'Jana Nováková' }) name: string;
}

class MetAppointment implements MetAppointmentDto {
  @Id() id: string;
  @Time() starts_at: string;
  @Time() ends_at: string;
  @ApiProperty({ type: String, example: 'main' }) resource: string;
  @ApiProperty({ type: MetClient }) client: MetClient;
}

export class SavedBlockResponse extends BlockResponse implements SavedBlockDto {
  @ApiProperty({ type: Number, example: 1, description: 'How many blocks were made or changed.' })
  count: number;

  @ApiProperty({
    type: [MetAppointment],
    description: 'Coming appointments within their time: the first 20. They stay as they are.',
  })
  affected: MetAppointment[];
}

export class BlocksPage extends pageOf(BlockResponse) {}

true satisfies SameShape<BlockResponse, BlockDto>;
true satisfies SameShape<SavedBlockResponse, SavedBlockDto>;
