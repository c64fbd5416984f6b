import type { AgentPauseDto } from '@groupless/shared-dto';

/** Null where its time is over. */
export function presentPause(pause: AgentPauseDto | null, now: Date): AgentPauseDto | null {
  if (typeof pause?.until !== 'string') return pause;
  return Date.parse(pause.until) > now.getTime() ? pause : null;
}
