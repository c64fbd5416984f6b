import { ApiProperty } from '@nestjs/swagger';
import type { WorkflowDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { MaybeTime } from '../../platform/docs/time-properties';

export class WorkflowResponse implements WorkflowDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'Part of the URL; keep it as private as a password.',
  })
  id: string;

  @ApiProperty({ type: String, example: 'Load the context' })
  name: string;

  @ApiProperty({ type: String, enum: ['GET', 'POST'] })
  method: 'GET' | 'POST';

  @ApiProperty({ type: String, example: 'assistant-context' })
  path: string;

  @ApiProperty({ type: String, format: 'uri', description: 'The whole address of the webhook.' })
  url: string;

  @ApiProperty({ type: Boolean })
  active: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  @ApiProperty({ type: 'integer', description: 'Calls in this hour and the 23 before it.' })
  calls_24h: number;

  @ApiProperty({ type: 'integer', description: 'Those of them that were answered with 400 or more.' })
  errors_24h: number;

  @MaybeTime() last_called_at: string | null;
}

true satisfies SameShape<WorkflowResponse, WorkflowDto>;
