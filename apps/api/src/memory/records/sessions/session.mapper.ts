import type { SessionDto } from '@groupless/shared-dto';
import { toldPlace } from '../../session-place';
import type { AssistantSession } from './assistant-session.entity';

export function toSessionDto(session: AssistantSession): SessionDto {
  const { id, session_date, summary, projects_touched, decisions_made } = session;
  const { tasks_completed, tasks_created, mood } = session;
  return {
    id,
    session_date: session_date.toISOString(),
    summary,
    projects_touched,
    decisions_made,
    tasks_completed,
    tasks_created,
    mood,
    ...toldPlace(session),
  };
}
