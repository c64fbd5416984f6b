import { ApiProperty } from '@nestjs/swagger';
import type { MemoryImportCountsDto, MemoryImportDto, UnreadDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

const Count = () => ApiProperty({ type: 'integer', example: 1 });

class MemoryImportCounts implements MemoryImportCountsDto {
  @Count() project: number;
  @Count() person: number;
  @Count() session: number;
  @Count() decision: number;
  @Count() state: number;
  @Count() task: number;
}

class UnreadPart implements UnreadDto {
  @ApiProperty({ type: String, example: 'line 12' }) where: string;
  @ApiProperty({ type: String, example: 'The section is too long.' }) why: string;
}

export class MemoryImportResponse implements MemoryImportDto {
  @ApiProperty({ type: MemoryImportCounts, description: 'How many rows of each kind were stored.' })
  created: MemoryImportCounts;

  @ApiProperty({ type: 'integer', description: 'How many rows were there before.', example: 12 })
  known: number;

  @ApiProperty({
    type: 'integer',
    description:
      'How many decisions were stored without their session, which is not there or not for the caller.',
    example: 0,
  })
  left: number;

  @ApiProperty({ type: Boolean, description: 'Nothing was stored: so much would be.', example: false })
  dry_run: boolean;

  @ApiProperty({ type: [UnreadPart], description: 'What of the file was not taken in; at most 100.' })
  unread: UnreadPart[];

  @ApiProperty({ type: 'integer', description: 'How many parts were not taken in.', example: 0 })
  unread_total: number;
}

true satisfies SameShape<MemoryImportCounts, MemoryImportCountsDto>;
true satisfies SameShape<MemoryImportResponse, MemoryImportDto>;
