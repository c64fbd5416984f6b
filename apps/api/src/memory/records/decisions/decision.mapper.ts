import type { DecisionDto, DecisionVersionDto } from '@groupless/shared-dto';
import type { AssistantDecision } from './assistant-decision.entity';

/** @param project the name of its project */
export function toDecisionDto(decision: AssistantDecision, project: string | null): DecisionDto {
  const { project_id: _known, ...row } = toDecisionVersionDto(decision);
  const { id, ...rest } = row;
  return { id, project, ...rest };
}

export function toDecisionVersionDto(decision: AssistantDecision): DecisionVersionDto {
  const { id, project_id, text, session_id, at, withdrawn_at, replaced_by } = decision;
  return {
    id,
    project_id,
    text,
    session_id,
    at: at.toISOString(),
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
    replaced_by,
  };
}
