import type { AccountDto } from '@groupless/shared-dto';
import { EXIT } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import type { PanelApi } from '../panel/panel-api';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { isOlderThanStored } from '../switching/secure';
import { entryOf, filesOf, hold, incomingSession, panelOf, withFiles } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { isSameIdentity, type FoundSession } from '../targets/session-format';
import { findAccount } from './find-account';
import { mark } from './sync';

/** Stores the session of this machine in the panel. */
export function capture(run: Run, wanted: string | undefined): Promise<Outcome> {
  const files = filesOf(run);
  const api = panelOf(run);
  return withFiles(run, files, async () => {
    const accounts = await api.listAccounts();
    await hold(run, files);
    const account = findAccount(accounts, wanted ?? rememberedAccount(files));
    const local = localSession(run, files);
    const is_stored = isStored(files, account, local);
    if (!is_stored && !run.options.force) await refuseDoubtful(files, api, account, local);
    const session_version = is_stored
      ? account.session_version
      : await store(run, files, api, { account, local });
    return outcomeOf(run, files, { ...account, session_version }, is_stored);
  });
}

function rememberedAccount({ state }: TargetFiles): string {
  const entry = state.readEntry();
  if (entry !== null) return entry.account_id;
  throw usageFailure(
    'Nothing was written here yet, so it is not known whose session this is.',
    'Name the account: assistant-switch capture <account>   (assistant-switch list shows them)',
  );
}

function localSession(run: Run, files: TargetFiles): FoundSession {
  const local = files.read();
  if (local.kind === 'session' && local.is_complete) return local;
  const what = local.kind === 'unreadable' ? local.why : 'there is no usable session in it';
  throw new Failure(
    'no_session',
    `Nothing was stored: ${what} (${shownPath(files.target.main_file, run.environment)}).`,
    [`Log in with ${files.target.product} first.`],
    local.kind === 'unreadable' ? EXIT.failure : EXIT.nothing_to_write,
  );
}

function isStored({ state }: TargetFiles, account: AccountDto, { sha256 }: FoundSession): boolean {
  const entry = state.readEntry();
  return (
    account.has_session &&
    entry?.account_id === account.id &&
    entry.session_version === account.session_version &&
    entry.sha256 === sha256
  );
}

/** A session under the wrong account would hand one account's tokens out as another's. */
async function refuseDoubtful(
  files: TargetFiles,
  api: PanelApi,
  account: AccountDto,
  local: FoundSession,
): Promise<void> {
  const doubt =
    doubtOnMachine(files, account, local) ??
    (isOlderThanStored(local, account) ? 'the panel has a newer session for it' : null) ??
    (await doubtInPanel(files, api, account, local));
  if (doubt === null) return;
  throw new Failure('refused', `Nothing was stored for ${plain(account.name)}: ${doubt}.`, [
    'If you are sure, the same command with --force stores it.',
  ]);
}

function doubtOnMachine(files: TargetFiles, account: AccountDto, local: FoundSession): string | null {
  const entry = files.state.readEntry();
  if (files.knownOwners(local).some((owner) => owner !== account.id)) {
    return 'exactly this session was written here for another account';
  }
  if (entry === null) return null;
  const is_same = entry.account_id === account.id;
  const is_as_written = local.sha256 === entry.sha256;
  const is_of_same = isKnownSame(local.identity, entry.identity);
  if (is_same) return is_of_same === false ? 'the session here belongs to somebody else' : null;
  return is_as_written || is_of_same ? `the session here is that of ${plain(entry.account_name)}` : null;
}

/** The active account's session can be looked at. */
async function doubtInPanel(
  { target }: TargetFiles,
  api: PanelApi,
  account: AccountDto,
  local: FoundSession,
): Promise<string | null> {
  if (!account.is_active || !account.has_session || local.identity === null) return null;
  const session = await api.activeSession();
  if (session.id !== account.id || target.format.faultOf(session.document) !== null) return null;
  const { identity } = incomingSession(target, session);
  return isKnownSame(local.identity, identity) === false ? 'the panel has it for somebody else' : null;
}

/** Null where one of the two is not known. */
function isKnownSame(one: string | null, other: string | null): boolean | null {
  return one === null || other === null ? null : isSameIdentity(one, other);
}

async function store(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  { account, local }: { account: AccountDto; local: FoundSession },
): Promise<number | null> {
  if (run.options.dry_run) return account.session_version;
  const version = await api.storeSession(account.id, local.document, account.session_version);
  files.remember(entryOf(account, version, local, run.now()));
  return version;
}

function outcomeOf(run: Run, { target }: TargetFiles, account: AccountDto, is_stored: boolean): Outcome {
  const name = run.paint.strong(plain(account.name));
  const stored = run.options.dry_run ? 'would be stored' : 'is now stored';
  return {
    lines: [
      is_stored
        ? `${mark(run)} The panel has this session of ${name} already. Nothing to do.`
        : `${mark(run)} The session of this machine ${stored} in the panel for ${name}.`,
      run.paint.faint(`  ${shownPath(target.main_file, run.environment)}`),
    ],
    facts: {
      result: is_stored ? 'unchanged' : 'captured',
      dry_run: run.options.dry_run,
      account: { id: account.id, name: account.name, type: account.type },
      session_version: account.session_version,
      target: { name: target.kind, file: target.main_file },
    },
  };
}
