import { toolOfAccount } from '@groupless/shared-dto';
import { shownPath } from '../files/places';
import type { PanelAccount } from '../panel/panel-account';
import type { PanelApi } from '../panel/panel-api';
import { EXIT } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { accountHere, isOlderThanStored } from '../switching/account-here';
import { unreadableFile } from '../switching/secure';
import { entryOf, filesOf, hold, panelForWriting, withFiles } from '../switching/switching';
import type { StateEntry } from '../state/state-folder';
import { targetOption, toolsWithSession } from '../switching/target-option';
import { isSameIdentity, type FoundSession } from '../targets/session-format';
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool, productOf } from '../targets/tool-target';
import { accountWord, captureCommand, findAccount, requiredTargetName } from '../switching/find-account';
import { takenOver, type Listed } from '../switching/held-elsewhere';
import { mark } from './sync';

/** Stores the session of this machine in the panel. */
export async function capture(run: Run, wanted: string | undefined): Promise<Outcome> {
  const api = panelForWriting(run);
  const accounts = await api.listAccounts();
  const remembered = filesOf(run, rememberedTarget(run));
  const account = findAccount(accounts, wanted ?? rememberedAccount(run, remembered, accounts));
  const files = filesOf(run, captureTarget(run, { account, accounts }, wanted === undefined));
  return withFiles(run, files, async () => {
    await hold(run, files);
    const local = localSession(run, files);
    const is_stored = isStored(files, account, local);
    if (!is_stored && !run.options.force) refuseDoubtful(run, files, { account, local, accounts });
    const session_version = is_stored
      ? account.session_version
      : await store(run, files, api, { account, local, accounts });
    const stored = { ...account, session_version, owner: local.owner };
    return outcomeOf(run, files, stored, is_stored ? null : takenOver(run, { account, accounts }));
  });
}

/** Without a name: the target that was written last. */
export function rememberedTarget(run: Run): string {
  const { target } = run.options;
  if (target !== null) return target;
  const written = ['claude-code', 'codex'].flatMap((name) => {
    const entry = filesOf(run, name).state.readEntry();
    return entry === null ? [] : [{ name, at: Date.parse(entry.written_at) }];
  });
  return written.sort((one, other) => other.at - one.at)[0]?.name ?? 'claude-code';
}

/** The account's own target. An account without a session takes what is there: also of Codex, where that alone is used here. */
function captureTarget(run: Run, { account, accounts }: Listed, isRemembered: boolean): string {
  const { target, force } = run.options;
  if (target === null && isRemembered) return rememberedTarget(run);
  if (target === null) {
    const [only, ...others] = (account.tool ?? null) === null ? toolsWithSession(run) : [];
    if (only !== undefined && others.length === 0) return only;
    return requiredTargetName(account, captureCommand(account, accounts));
  }
  const kind = target === 'claude-code' || target === 'codex' ? target : 'file';
  const isOther = account.has_session && isOfAnotherTool(account.tool, kind);
  if (!isOther || force) return target;
  throw new Failure(
    'refused',
    `Nothing was stored: ${plain(account.name)} is an account of ${productOf(toolOfAccount(account))}, not of ${target}.`,
    ['Name another account, or leave --target out.'],
  );
}

function rememberedAccount(
  run: Run,
  { state, target }: TargetFiles,
  accounts: readonly PanelAccount[],
): string {
  const command = `assistant-switch capture <account>${targetOption(run, target.named.target)}`;
  const entry = state.readEntry();
  if (entry !== null && accounts.some(({ id }) => id === entry.account_id)) return entry.account_id;
  if (entry !== null)
    throw new Failure(
      'unknown_account',
      `The panel has ${plain(entry.account_name)} no more, whose session is here.`,
      [`Store it for another account: ${command}`],
      EXIT.usage,
    );
  throw usageFailure(
    'Nothing was written here yet, so it is not known whose session this is.',
    `Name the account: ${command}   (assistant-switch list shows them)`,
  );
}

/** The complete session of the files. An incomplete one is never stored, not even with --force. */
function localSession(run: Run, files: TargetFiles): FoundSession {
  const local = files.read();
  if (local.kind === 'session' && local.is_complete) return local;
  const file = local.kind === 'unreadable' ? unreadableFile(files.target, local) : files.target.main_file;
  const what = {
    unreadable: local.kind === 'unreadable' ? local.why : '',
    session: 'its session lacks tokens, as after a log-out',
    none: 'there is no session in it',
  }[local.kind];
  throw new Failure(
    'no_session',
    `Nothing was stored: ${what} (${shownPath(file, run.environment)}).`,
    [
      local.kind === 'unreadable'
        ? 'Mend the file, or move it away.'
        : files.target.kind === 'file'
          ? 'Put the session into it first.'
          : `Log in with ${files.target.product} first.`,
    ],
    local.kind === 'unreadable' ? EXIT.failure : EXIT.nothing_to_write,
  );
}

function isStored({ state }: TargetFiles, account: PanelAccount, { sha256 }: FoundSession): boolean {
  const entry = state.readEntry();
  return (
    account.has_session &&
    entry?.account_id === account.id &&
    entry.session_version === account.session_version &&
    entry.sha256 === sha256 &&
    entry.is_identity_learned !== true
  );
}

/**
 * A session under the wrong account would hand one account's tokens out as another's. What this machine knows is
 * looked at here; the panel compares the owners itself when it stores.
 */
function refuseDoubtful(run: Run, files: TargetFiles, { account, local, accounts }: Stored): void {
  const doubt = doubtOnMachine(files, account, { local, accounts });
  if (doubt === null && isOlderThanStored(local, account))
    throw new Failure(
      'refused',
      `Nothing was stored for ${plain(account.name)}: the panel has a newer session for it.`,
      waysOfOlder(run, files, account, accounts),
    );
  if (doubt === null) return;
  throw new Failure('refused', `Nothing was stored for ${plain(account.name)}: ${doubt}.`, [
    ...fitting(run, files, { account, local, accounts }),
    'If you are sure, the same command with --force stores it.',
  ]);
}

/** Of a session whose account has a newer one: that one is taken, unless a person knows better. */
function waysOfOlder(
  run: Run,
  { target }: TargetFiles,
  account: PanelAccount,
  accounts: readonly PanelAccount[],
): string[] {
  const option = targetOption(run, target.named.target);
  const bring = account.is_active
    ? `assistant-switch sync --force${option}`
    : `assistant-switch use ${accountWord(account, accounts)} --here --force${option}`;
  return [
    `To have that one here:  ${bring}   (the old file stays: assistant-switch restore${option})`,
    'Only if you know that its tokens are dead: the same command with --force stores this one; the other stays among the last ones.',
  ];
}

function doubtOnMachine(
  files: TargetFiles,
  account: PanelAccount,
  { local, accounts }: Pick<Stored, 'local' | 'accounts'>,
): string | null {
  // What was that of a deleted account is nobody's.
  const isThere = (entry: StateEntry) => accounts.some(({ id }) => id === entry.account_id);
  const other = files.otherOwner(local, account.id);
  if (other !== null && isThere(other))
    return `the tokens here were written for ${plain(other.account_name)}`;
  const entry = files.state.readEntry();
  if (entry === null || !isThere(entry)) return null;
  const isOfSame = isKnownSame(local.identity, entry.identity);
  const owner = local.owner === null ? 'another owner' : plain(local.owner);
  if (entry.account_id === account.id) {
    if (isOfSame === false) {
      return `the session here belongs to ${owner}${besides(local, entry.owner ?? null)}`;
    }
    const isDoubtful = local.sha256 !== entry.sha256 && files.reasonNotToCapture(local, entry) === 'doubtful';
    return isDoubtful ? 'an assistant that ran during the last switch may have written these tokens' : null;
  }
  const isAsWritten = local.sha256 === entry.sha256;
  return isAsWritten || isOfSame ? `the session here is that of ${plain(entry.account_name)}` : null;
}

/** Whose the account's own session is: one address may have several organisations, and two of those one name. */
function besides({ owner }: FoundSession, known: string | null): string {
  if (known === null) return '';
  if (known === owner) return ", and the account's to another login of that address";
  return `, and the account's to ${plain(known)}`;
}

/** The account that holds a session of the same owner already: of those whose sessions were here it is known, of others shown. */
function fitting(run: Run, files: TargetFiles, { account, local, accounts }: Stored): string[] {
  const entries = files.entries();
  const identityOf = ({ id }: PanelAccount) =>
    entries.find(({ account_id }) => account_id === id)?.identity ?? null;
  const others = accounts.filter(({ id, has_session }) => id !== account.id && has_session);
  const known = others.find((one) => isKnownSame(local.identity, identityOf(one)));
  const strange = others.filter((one) => isKnownSame(local.identity, identityOf(one)) === null);
  const other = known ?? accountHere(files.target, local, strange);
  if (other === null) return [];
  return [
    `${plain(other.name)} is of that owner: assistant-switch capture ${accountWord(other, accounts)}${targetOption(run, files.target.named.target)}`,
  ];
}

/** Null where one of the two is not known. */
function isKnownSame(one: string | null, other: string | null): boolean | null {
  return one === null || other === null ? null : isSameIdentity(one, other);
}

interface Stored {
  account: PanelAccount;
  local: FoundSession;
  accounts: readonly PanelAccount[];
}

async function store(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  { account, local, accounts }: Stored,
): Promise<number | null> {
  if (run.options.dry_run) return account.session_version;
  // A panel that does not know tools does not compare owners either, and takes no `force`.
  const force = run.options.force && account.tool !== undefined;
  const version = await api
    .storeSession(account.id, local.document, account.session_version, { force })
    .catch((failure: unknown) => {
      throw explained(run, files, failure, { account, local, accounts });
    });
  files.state.writeEntry(entryOf(account, version, local, run.now()));
  return version;
}

/** Maps the panel's refusals to failures that name the owner of the session. */
function explained(run: Run, files: TargetFiles, failure: unknown, stored: Stored): unknown {
  const { account, local } = stored;
  if (!(failure instanceof Failure)) return failure;
  const { code, message, next, exit_code } = failure;
  if (code !== 'account_identity_mismatch' && code !== 'older_session') return failure;
  const { name, owner = null } = account;
  const isOther = code === 'account_identity_mismatch';
  const whose =
    local.owner === null
      ? ''
      : ` The session here belongs to ${plain(local.owner)}${isOther ? besides(local, owner) : ''}.`;
  const ways = isOther
    ? [...fitting(run, files, stored), ...next]
    : waysOfOlder(run, files, account, stored.accounts);
  return new Failure(code, `Nothing was stored for ${plain(name)}: ${message}${whose}`, ways, exit_code);
}

/** @param warnings null: the panel had it already */
function outcomeOf(
  run: Run,
  { target }: TargetFiles,
  account: PanelAccount,
  warnings: string[] | null,
): Outcome {
  const name = run.paint.strong(plain(account.name));
  const stored = run.options.dry_run ? 'would be stored' : 'is now stored';
  const { owner = null } = account;
  const what = owner === null ? 'The session of this machine' : `The session of ${plain(owner)}`;
  return {
    lines: [
      warnings === null
        ? `${mark(run)} The panel has this session of ${name} already. Nothing to do.`
        : `${mark(run)} ${what} ${stored} in the panel for ${name}.`,
      run.paint.faint(`  ${shownPath(target.main_file, run.environment)}`),
    ],
    facts: {
      result: warnings === null ? 'unchanged' : 'captured',
      dry_run: run.options.dry_run,
      account: { id: account.id, name: account.name, type: account.type },
      owner,
      session_version: account.session_version,
      target: { name: target.kind, file: target.main_file },
      warnings: warnings ?? [],
    },
  };
}
