import { ApiProperty } from '@nestjs/swagger';
import type {
  AssistantBriefDto,
  AssistantRunDetailsDto,
  AssistantRunDto,
  NamedRowDto,
  VersionKind,
} from '@groupless/shared-dto';
import { pageOf } from '../../platform/docs/page-of';
import type { SameShape } from '../../platform/docs/same-shape';
import { NamedRow } from '../history/history.response';

const TIME = { type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;

class AssistantBriefRow implements AssistantBriefDto {
  @ApiProperty(TIME) at: string;
  @ApiProperty({ type: 'integer' }) tokens: number;
  @ApiProperty({ type: String, description: 'As `x-context-omitted` said.', example: 'state=12, cut=4' })
  omitted: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How many rows of each kind it had.',
    example: { project: 1, session: 8, state: 20, person: 2, task: 5 },
  })
  rows: Partial<Record<VersionKind, number>>;
}

class AssistantRunRow implements AssistantRunDto {
  @ApiProperty({ type: String, description: 'As the assistant names its session.' }) session_id: string;
  @ApiProperty({ type: String, nullable: true, example: 'ada-laptop' }) machine: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of its key; null: no key was asked for.',
    example: 'Laptop of Ada',
  })
  by: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) project_id: number | null;
  @ApiProperty({ type: String, nullable: true }) project: string | null;
  @ApiProperty(TIME) started_at: string;
  @ApiProperty({ ...TIME, description: 'When it last read or stored something.' }) seen_at: string;
  @ApiProperty({ type: AssistantBriefRow, nullable: true, description: 'Null: it was given none.' })
  brief: AssistantBriefDto | null;
  @ApiProperty({ type: 'integer', description: 'Turns of its chat that it stored.' }) turns: number;
  @ApiProperty({ type: 'integer', description: 'Summaries that its hooks stored.' }) summaries: number;
}

export class AssistantRunsPage extends pageOf(AssistantRunRow) {}

export class AssistantRunDetails extends AssistantRunRow implements AssistantRunDetailsDto {
  @ApiProperty({ type: [NamedRow], description: 'The rows of its brief that are still there.' })
  shown: NamedRowDto[];
  @ApiProperty({
    type: [NamedRow],
    description: 'The summaries of its hooks, and what its key wrote during the session.',
  })
  stored: NamedRowDto[];
}

true satisfies SameShape<AssistantBriefRow, AssistantBriefDto>;
true satisfies SameShape<AssistantRunRow, AssistantRunDto>;
true satisfies SameShape<AssistantRunDetails, AssistantRunDetailsDto>;
