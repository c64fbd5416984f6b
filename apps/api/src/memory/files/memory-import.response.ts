import { ApiProperty } from '@nestjs/swagger';
import type { MemoryImportCountsDto, MemoryImportDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

const Count = () => ApiProperty({ type: 'integer', example: 1 });

export class MemoryImportCounts implements MemoryImportCountsDto {
  @Count() project: number;
  @Count() person: number;
  @Count() session: number;
  @Count() decision: number;
  @Count() state: number;
  @Count() task: number;
}

export class MemoryImportResponse implements MemoryImportDto {
  @ApiProperty({ type: MemoryImportCounts, description: 'How many rows of each kind were stored.' })
  created: MemoryImportCounts;

  @ApiProperty({ type: 'integer', description: 'How many rows were there before.', example: 12 })
  known: number;
}

true satisfies SameShape<MemoryImportCounts, MemoryImportCountsDto>;
true satisfies SameShape<MemoryImportResponse, MemoryImportDto>;
