import type { Type } from '@nestjs/common';
import type { EventType, MemoryRowDto, VersionKind } from '@groupless/shared-dto';
import { AssistantDecision } from '../records/decisions/assistant-decision.entity';
import { toDecisionVersionDto } from '../records/decisions/decision.mapper';
import { AssistantPerson } from '../records/people/assistant-person.entity';
import { toPersonDto } from '../records/people/person.mapper';
import { AssistantProject } from '../records/projects/assistant-project.entity';
import { toProjectDto } from '../records/projects/project.mapper';
import { AssistantSession } from '../records/sessions/assistant-session.entity';
import { toSessionDto } from '../records/sessions/session.mapper';
import { AssistantState } from '../records/state/assistant-state.entity';
import { toStateDto } from '../records/state/state.mapper';
import { AssistantTask } from '../records/tasks/assistant-task.entity';
import { toTaskDto } from '../records/tasks/task.mapper';

export type VersionedRow =
  AssistantSession | AssistantState | AssistantTask | AssistantProject | AssistantPerson | AssistantDecision;

interface VersionedKind {
  entity: Type<VersionedRow>;
  toDto: (row: never) => MemoryRowDto;
  /** The column with the time of its creation. */
  created: 'created_at' | 'session_date';
  event: EventType;
}

/** The event of rows that are made, or come back. */
export function eventOfMade(kind: VersionKind): EventType {
  return kind === 'session' ? 'session.created' : VERSIONED[kind].event;
}

export const VERSIONED: Record<VersionKind, VersionedKind> = {
  session: {
    entity: AssistantSession,
    toDto: toSessionDto,
    created: 'session_date',
    event: 'session.updated',
  },
  state: { entity: AssistantState, toDto: toStateDto, created: 'created_at', event: 'state.updated' },
  task: { entity: AssistantTask, toDto: toTaskDto, created: 'created_at', event: 'task.updated' },
  project: { entity: AssistantProject, toDto: toProjectDto, created: 'created_at', event: 'project.updated' },
  decision: {
    entity: AssistantDecision,
    toDto: toDecisionVersionDto,
    created: 'created_at',
    event: 'decision.updated',
  },
  person: { entity: AssistantPerson, toDto: toPersonDto, created: 'created_at', event: 'person.updated' },
};
