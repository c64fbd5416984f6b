import { ApiProperty } from '@nestjs/swagger';
import type { LiveDto, ReadyDto } from '@groupless/shared-dto';
import type { SameShape } from '../shared/docs/same-shape';

export class LiveResponse implements LiveDto {
  @ApiProperty({ type: String, enum: ['live'] })
  status: 'live';

  @ApiProperty({ type: String, description: 'Of the program', example: '1.0.0' })
  version: string;
}

export class DatabasesUp {
  @ApiProperty({ type: String, enum: ['up'] })
  panel: 'up';

  @ApiProperty({ type: String, enum: ['up'] })
  memory: 'up';
}

export class ReadyResponse implements ReadyDto {
  @ApiProperty({ type: String, enum: ['ready'] })
  status: 'ready';

  @ApiProperty({ type: DatabasesUp })
  databases: DatabasesUp;
}

true satisfies SameShape<LiveResponse, LiveDto>;
true satisfies SameShape<ReadyResponse, ReadyDto>;
