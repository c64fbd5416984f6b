import type { AccountDto } from '@groupless/shared-dto';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { IncomingSession } from '../switching/decision';
import type { ActiveSession, PanelApi } from '../panel/panel-api';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { secure, type Secured } from '../switching/secure';
import { entryOf, filesOf, hold, incomingSession, panelOf, withFiles } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { findAccount } from './find-account';
import { bring, outcomeOf, storedFirst } from './sync';

/** Makes an account the active one in the panel, and brings it to this machine. */
export function use(run: Run, wanted: string): Promise<Outcome> {
  const files = filesOf(run);
  const api = panelOf(run);
  return withFiles(run, files, async () => {
    const account = findAccount(await api.listAccounts(), wanted);
    if (!account.has_session) {
      throw new Failure(
        'no_session',
        `${plain(account.name)} has no session in the panel; nothing was changed.`,
        [
          `Log in with it on a machine and run there: assistant-switch capture "${plain(account.name)}"`,
          'Or store one in the panel.',
        ],
        EXIT.nothing_to_write,
      );
    }
    await hold(run, files);
    // First what is here must be safe: a refusal after the activation would leave the panel switched.
    const secured = await secureBeforehand(run, files, api, account.id);
    if (run.options.dry_run) return outcomeOf(run, files, account, wouldBe(files, account.id, secured));
    await api.activate(account.id);
    return told(run, await bringActivated(run, files, api, account), secured);
  });
}

/** A failure from here on leaves the panel switched, and says so. */
async function bringActivated(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  { id, name }: AccountDto,
): Promise<Outcome> {
  try {
    const session = await api.activeSession();
    if (session.id === id) return await bring(run, files, api, session);
    throw new Failure('refused', `Meanwhile somebody made ${plain(session.name)} the active account.`);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const { code, message, next, exit_code } = failure;
    const note = `${plain(name)} was made the active account in the panel; the file here was left alone.`;
    throw new Failure(code, message, [...next, note], exit_code);
  }
}

/** Where the files alone do not tell, they may still hold exactly what the panel has for the active account. */
async function secureBeforehand(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  account_id: string,
): Promise<Secured> {
  if (run.options.force || files.decide(null).do !== 'refuse') {
    return secure(run, files, api, { account_id, incoming: null });
  }
  const active = await activeSession(api);
  const incoming = active === null ? null : fitting(files, active);
  const secured = await secure(run, files, api, { account_id, incoming });
  if (active !== null && incoming !== null && secured.is_there && !run.options.dry_run) {
    files.remember(entryOf(active, active.session_version, incoming, run.now()));
  }
  return secured;
}

async function activeSession(api: PanelApi): Promise<ActiveSession | null> {
  return api.activeSession().catch((failure: unknown) => {
    const is_none = failure instanceof Failure && ['no_active_account', 'no_session'].includes(failure.code);
    if (is_none) return null;
    throw failure;
  });
}

/** Null if it is not a session of this target at all. */
function fitting({ target }: TargetFiles, session: ActiveSession): IncomingSession | null {
  return target.format.faultOf(session.document) === null ? incomingSession(target, session) : null;
}

function wouldBe(files: TargetFiles, account_id: string, { captured }: Secured): Secured {
  const is_there = files.state.readEntry()?.account_id === account_id && captured !== null;
  return { is_there, captured };
}

/** The outcome with what was captured before the activation. */
function told(run: Run, outcome: Outcome, { captured }: Secured): Outcome {
  if (captured === null || outcome.facts['captured'] !== null) return outcome;
  const [first = '', ...others] = outcome.lines;
  return {
    ...outcome,
    lines: [first, storedFirst(run, captured.account_name), ...others],
    facts: { ...outcome.facts, captured: { id: captured.account_id, name: captured.account_name } },
  };
}
