import { ApiProperty } from '@nestjs/swagger';
import type { LiveDto, MemoryIndexDto, ReadyDto } from '@groupless/shared-dto';
import type { SameShape } from '../platform/docs/same-shape';

export class LiveResponse implements LiveDto {
  @ApiProperty({ type: String, enum: ['live'] })
  status: 'live';

  @ApiProperty({ type: String, description: 'Of the program', example: '1.0.0' })
  version: string;
}

class DatabasesUp {
  @ApiProperty({ type: String, enum: ['up'] })
  panel: 'up';

  @ApiProperty({ type: String, enum: ['up'] })
  memory: 'up';
}

class MemoryIndex implements MemoryIndexDto {
  @ApiProperty({ type: 'integer', description: 'Changes that wait, up to 10,000', example: 0 })
  waiting: number;

  @ApiProperty({ type: Number, description: 'How long ago the oldest of them was written', example: 0 })
  oldest_seconds: number;

  @ApiProperty({ type: 'integer', description: 'Rows that could not be indexed', example: 0 })
  set_aside: number;
}

export class ReadyResponse implements ReadyDto {
  @ApiProperty({ type: String, enum: ['ready'] })
  status: 'ready';

  @ApiProperty({ type: DatabasesUp })
  databases: DatabasesUp;

  @ApiProperty({
    type: MemoryIndex,
    description: 'What waits to be indexed and judged: until then no assistant is shown it.',
  })
  memory_index: MemoryIndex;
}

true satisfies SameShape<MemoryIndex, MemoryIndexDto>;
true satisfies SameShape<LiveResponse, LiveDto>;
true satisfies SameShape<ReadyResponse, ReadyDto>;
