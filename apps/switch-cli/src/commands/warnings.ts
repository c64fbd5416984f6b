import { warningsOf } from '../checks/environment-checks';
import type { Run } from '../program/run';
import { duration } from '../program/times';
import { captureCommand } from '../switching/find-account';
import { heldElsewhere, type Listed } from '../switching/held-elsewhere';
import { targetOption } from '../switching/target-option';
import type { IncomingSession } from '../switching/decision';
import type { Target } from '../targets/target';

/** Settings that make a successful switch have no effect. */
export function warningsAfterSwitch(
  run: Run,
  target: Target,
  {
    listed,
    incoming,
    again,
  }: { listed: Listed | null; incoming: IncomingSession | null; again?: string | undefined },
): string[] {
  return [
    ...(listed === null ? [] : heldElsewhere(run, listed, again)),
    ...(incoming === null ? [] : ended(run, incoming, target, listed)),
    ...warningsOf(target, run.environment),
  ];
}

function ended(
  run: Run,
  { ends_ms, account_id }: IncomingSession,
  { product, named }: Target,
  listed: Listed | null,
): string[] {
  const leftMs = ends_ms === null ? 1 : ends_ms - run.now().getTime();
  if (leftMs > 0) return [];
  const capture =
    listed === null
      ? `assistant-switch capture ${account_id}${targetOption(run, named.target)}`
      : captureCommand(listed.account, listed.accounts, run.options.target);
  return [
    `This session ended ${duration(leftMs)} ago by its own expiry and cannot be renewed: log in with ${product}, then run ${capture}.`,
  ];
}
