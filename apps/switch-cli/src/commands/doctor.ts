import { activeAccount } from '@groupless/shared-dto';
import { error, ok, warning, type Check } from '../checks/check';
import { codexTrustChecks } from '../checks/codex-trust';
import { attempt, doctorReport } from '../checks/doctor-report';
import { environmentChecks } from '../checks/environment-checks';
import { fileChecks, foreignFileChecks } from '../checks/file-checks';
import { networkChecks } from '../checks/network-checks';
import { isSwitchHook, isUsageHook } from '../installer/switch-hooks';
import { accountCheck, panelChecks, type PanelReport } from '../checks/panel-checks';
import { usageChecks } from '../checks/usage-checks';
import type { PanelAccount } from '../panel/panel-account';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { readSettings } from '../panel/settings';
import { FOLDER_FILE } from '../switching/choose-account';
import { besideInFolders } from '../switching/beside-in-folders';
import {
  besidePanel,
  isInStep,
  localFacts,
  nextOf,
  sentenceOf,
  type LocalFacts,
} from '../switching/local-facts';
import {
  deletedHere,
  heldBesides,
  newerThanHere,
  toolsHere,
  wantedHere,
  waysOfDeleted,
  type Wanted,
} from '../switching/tools-here';
import { targetOption } from '../switching/target-option';
import { filesOf, panelOf } from '../switching/switching';
import { targetNameOf, toolOfTarget } from '../targets/tool-target';
import { leftByRuns } from './unsaved';
import type { TargetFiles } from '../targets/target-files';

/** Looks for what could go wrong, changes nothing, and says what to do: of each tool that is used here. */
export async function doctor(run: Run): Promise<Outcome> {
  let accounts: readonly PanelAccount[] | null = null;
  const checks = await attempt('panel', async () => {
    const report = await ofPanel(run);
    accounts = report.accounts;
    return report.checks;
  });
  const { tools, notes } = await toolsHere(run, accounts, null, { isLooking: true });
  const parts = tools.length === 0 ? [{ run, target: run.options.target }] : tools;
  for (const { target } of parts)
    if (accounts !== null) checks.push(accountCheck(run, toolOfTarget(target), accounts));
  checks.push(...notes.map((note) => warning('account', note)), ...networkChecks(run.environment));
  checks.push(...foreignFileChecks(run.environment, FOLDER_FILE));
  for (const part of parts) {
    const of_part = await attempt('target', () => ofMachine(part, accounts, tools.length > 0));
    // Some are of the machine, and would be told for each tool.
    checks.push(...of_part.filter(({ message }) => !checks.some((known) => known.message === message)));
  }
  checks.push(...leftByRuns(run).map(({ what, next }) => warning('session', `${what}.`, next)));
  return doctorReport(run.paint, checks);
}

function ofPanel(run: Run): Promise<PanelReport> {
  const { url } = readSettings(run.environment, run.options);
  return panelChecks(panelOf(run), url, run);
}

function ofMachine(
  { run, target }: { run: Run; target: string | null },
  accounts: readonly PanelAccount[] | null,
  isUsed: boolean,
): Promise<Check[]> {
  const active = activeAccount(accounts ?? [], toolOfTarget(target));
  const files = filesOf(run, target ?? targetNameOf(active?.tool) ?? 'claude-code');
  const facts = besidePanel(localFacts(files), files, accounts ?? []);
  const wanted = wantedHere(run, files, facts, active, accounts ?? []);
  const session = sessionCheck(run, files, { facts, wanted, accounts });
  const held = heldBesides(run, wanted, facts, accounts ?? []);
  const { entry } = facts;
  const beside =
    entry === null ? [] : besideInFolders(run, files, { id: entry.account_id, name: entry.account_name });
  return Promise.resolve([
    ...[...held, ...beside].map((message) => warning('account', message)),
    ...environmentChecks(files.target, run.environment),
    ...fileChecks(run, files),
    isUsed && !isAsItShouldBe(facts, wanted) ? { ...session, level: 'error' } : session,
    ...usageChecks(run, files.target),
    ...trustChecks(files),
  ]);
}

/** In step with the panel, or ahead of it. */
function isAsItShouldBe(facts: LocalFacts, { account }: Wanted): boolean {
  if (account === null) return true;
  return isInStep(facts, account) || (facts.reason === 'renewed' && facts.entry?.account_id === account.id);
}

function sessionCheck(
  run: Run,
  files: TargetFiles,
  {
    facts,
    wanted,
    accounts,
  }: { facts: LocalFacts; wanted: Wanted; accounts: readonly PanelAccount[] | null },
): Check {
  const gone = deletedHere(facts, accounts);
  const file = shownPath(files.target.main_file, run.environment);
  const { state, entry, error: fault } = facts;
  const { account, isPinned } = wanted;
  const { bring } = wanted;
  const option = targetOption(run, files.target.named.target);
  if (state === 'none') {
    const isToCome = account?.has_session === true;
    return ok('session', `There is no session in ${file} yet${isToCome ? `: ${bring} brings it` : ''}.`);
  }
  const next = nextOf(facts, { option, bring, accounts: accounts ?? [] });
  const { home } = run.environment;
  if (fault !== null) return error('session', `${fault.message.replaceAll(`${home}/`, '~/')}.`, next);
  if (entry === null && state === 'unfinished')
    return error('session', 'A switch was cut off between its two files.', next);
  if (entry === null) return warning('session', `${file} holds ${sentenceOf(facts)}.`, next);
  const name = plain(entry.account_name);
  if (state === 'unfinished')
    return error('session', `A switch to ${name} was cut off between its two files.`, next);
  if (state !== 'as_written' && gone === null)
    return warning('session', `${file}, written for ${name}: ${sentenceOf(facts)}.`, next);
  if (gone !== null)
    return warning(
      'session',
      `${file} holds the session of ${gone}, which the panel has no more.`,
      waysOfDeleted(state, option),
    );
  if (account?.has_session !== true || isInStep(facts, account))
    return ok('session', `${file} is as it was written for ${name}.`);
  if (isPinned)
    return warning(
      'session',
      `${file}, chosen for this machine only: ${newerThanHere(run, account)}.`,
      bring,
    );
  if (account.id === entry.account_id)
    return warning('session', `${file} holds an older session of ${name} than the panel.`, bring);
  return warning(
    'session',
    `${file} holds the session of ${name}, and ${plain(account.name)} is active.`,
    bring,
  );
}

function trustChecks({ target: { kind, folder } }: TargetFiles): Check[] {
  const isOurs = (command: string) => isSwitchHook(command) || isUsageHook(command);
  return kind === 'codex' ? codexTrustChecks(folder, folder, isOurs) : [];
}
