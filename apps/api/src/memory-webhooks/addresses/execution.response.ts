import { ApiProperty } from '@nestjs/swagger';
import type { ExecutionDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';

export class ExecutionResponse implements ExecutionDto {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'date-time' })
  called_at: string;

  @ApiProperty({ type: 'integer', description: 'The HTTP status of the answer.', example: 200 })
  status: number;

  @ApiProperty({ type: Number, description: 'Milliseconds, to a tenth.', example: 2.4 })
  duration_ms: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The code of a problem answer.',
    example: 'task_not_found',
  })
  error_code: string | null;
}

true satisfies SameShape<ExecutionResponse, ExecutionDto>;
