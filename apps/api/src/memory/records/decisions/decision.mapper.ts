import type { DecisionDto, DecisionVersionDto, ToldPlaceDto } from '@groupless/shared-dto';
import { toldPlace } from '../../session-place';
import type { AssistantDecision } from './assistant-decision.entity';

/**
 * @param project the name of its project
 * @param said_in where the session was that said it; undefined: no session said it, or it is gone
 */
export function toDecisionDto(
  decision: AssistantDecision,
  project: string | null,
  said_in?: ToldPlaceDto,
): DecisionDto {
  const { project_id: _known, ...row } = toDecisionVersionDto(decision);
  const { id, ...rest } = row;
  return { id, project, ...rest, ...(said_in === undefined ? {} : placeOf(said_in)) };
}

export function toDecisionVersionDto(decision: AssistantDecision): DecisionVersionDto {
  const { id, project_id, text, session_id, at, withdrawn_at, replaced_by } = decision;
  const { assistant_session, branch, head, machine } = decision;
  return {
    id,
    project_id,
    text,
    session_id,
    at: at.toISOString(),
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
    replaced_by,
    ...(session_id === null ? placeOf({ session_id: assistant_session, branch, head, machine }) : {}),
  };
}

/** Its `session_id` is that of a row. */
function placeOf(
  place: ToldPlaceDto,
): Pick<DecisionDto, 'assistant_session' | 'branch' | 'head' | 'machine'> {
  const { session_id, ...rest } = toldPlace(place);
  return session_id === undefined ? {} : { assistant_session: session_id, ...rest };
}
