import { machineName } from '../panel/machine-name';
import type { PanelAccount } from '../panel/panel-account';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { ago } from '../program/times';

/**
 * Refresh tokens work once. If the machine that had the session last has renewed it and not captured that, what
 * the panel holds is dead.
 */
export function heldElsewhere(run: Run, { held_by = null, has_session, name }: PanelAccount): string[] {
  if (!has_session || held_by === null) return [];
  if (held_by.machine === machineName(run.environment.variables)) return [];
  const machine = plain(held_by.machine);
  return [
    `${machine} has held the session of ${plain(name)} since ${ago(held_by.since, run.now())}. If the assistant ` +
      `has renewed it there, the tokens here are dead: run assistant-switch capture on ${machine}, then ` +
      'assistant-switch sync here.',
  ];
}
