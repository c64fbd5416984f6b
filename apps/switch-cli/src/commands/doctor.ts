import { activeAccount } from '@groupless/shared-dto';
import { error, ok, warning, type Check } from '../checks/check';
import { codexTrustChecks } from '../checks/codex-trust';
import { attempt, doctorReport } from '../checks/doctor-report';
import { environmentChecks } from '../checks/environment-checks';
import { fileChecks, foreignFileChecks } from '../checks/file-checks';
import { networkChecks } from '../checks/network-checks';
import { isSwitchHook, isUsageHook } from '../installer/switch-hooks';
import { accountChecks, panelChecks, type PanelReport } from '../checks/panel-checks';
import { usageChecks } from '../checks/usage-checks';
import type { PanelAccount } from '../panel/panel-account';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { readSettings } from '../panel/settings';
import { readMachineState } from '../state/machine-state';
import { FOLDER_FILE } from '../switching/choose-account';
import { besidePanel, isInStep, localFacts, nextOf, sentenceOf } from '../switching/local-facts';
import { toolsHere } from '../switching/tools-here';
import { targetOption } from '../switching/secure';
import { filesOf, panelOf } from '../switching/switching';
import { targetNameOf, toolOfTarget } from '../targets/tool-target';
import type { TargetFiles } from '../targets/target-files';

/** Looks for what could go wrong, changes nothing, and says what to do: of each tool that is used here. */
export async function doctor(run: Run): Promise<Outcome> {
  let accounts: readonly PanelAccount[] | null = null;
  const checks = await attempt('panel', async () => {
    const report = await ofPanel(run);
    accounts = report.accounts;
    return report.checks;
  });
  const { tools, notes } = await toolsHere(run, accounts, null);
  const parts = tools.length === 0 ? [{ run, target: run.options.target }] : tools;
  for (const part of parts)
    if (accounts !== null) checks.push(...accountChecks(part.run, toolOfTarget(part.target), accounts));
  checks.push(...notes.map((note) => warning('account', note)), ...networkChecks(run.environment));
  checks.push(...foreignFileChecks(run.environment, FOLDER_FILE));
  for (const part of parts) {
    const of_part = await attempt('target', () => ofMachine(part, accounts ?? [], tools.length > 0));
    // Some are of the machine, and would be told for each tool.
    checks.push(...of_part.filter(({ message }) => !checks.some((known) => known.message === message)));
  }
  return doctorReport(run.paint, checks);
}

function ofPanel(run: Run): Promise<PanelReport> {
  const { url } = readSettings(run.environment, run.options);
  return panelChecks(panelOf(run), url, run);
}

function ofMachine(
  { run, target }: { run: Run; target: string | null },
  accounts: readonly PanelAccount[],
  isUsed: boolean,
): Promise<Check[]> {
  const active = activeAccount(accounts, toolOfTarget(target));
  const files = filesOf(run, target ?? targetNameOf(active?.tool) ?? 'claude-code');
  const session = sessionCheck(run, files, active);
  return Promise.resolve([
    ...environmentChecks(files.target, run.environment),
    ...fileChecks(run, files),
    isUsed && !isAsItShouldBe(run, files, active) ? { ...session, level: 'error' } : session,
    ...usageChecks(run, files.target),
    ...trustChecks(files),
  ]);
}

/** In step with the panel, or ahead of it, or as `use --here` has put it there. */
function isAsItShouldBe(run: Run, files: TargetFiles, active: PanelAccount | null): boolean {
  if (active === null) return true;
  const facts = besidePanel(localFacts(files), [active]);
  if (facts.entry !== null && isPinned(run, files, facts.entry.account_id)) return true;
  return isInStep(facts, active) || (facts.reason === 'renewed' && facts.entry?.account_id === active.id);
}

function sessionCheck(run: Run, files: TargetFiles, active: PanelAccount | null): Check {
  const facts = besidePanel(localFacts(files), active === null ? [] : [active]);
  const file = shownPath(files.target.main_file, run.environment);
  const { state, entry, error: fault } = facts;
  const bring = `assistant-switch sync${targetOption(run)}`;
  if (state === 'none') {
    const isToCome = active?.has_session === true;
    return ok('session', `There is no session in ${file} yet${isToCome ? `: ${bring} brings it` : ''}.`);
  }
  const next = nextOf(facts, targetOption(run));
  const { home } = run.environment;
  if (fault !== null) return error('session', `${fault.message.replaceAll(`${home}/`, '~/')}.`, next);
  if (entry === null && state === 'unfinished')
    return error('session', 'A switch was cut off between its two files.', next);
  if (entry === null) return warning('session', `${file} holds ${sentenceOf(facts)}.`, next);
  const name = plain(entry.account_name);
  if (state === 'unfinished')
    return error('session', `A switch to ${name} was cut off between its two files.`, next);
  if (state !== 'as_written')
    return warning('session', `${file}, written for ${name}: ${sentenceOf(facts)}.`, next);
  const isAsWanted = active === null || isInStep(facts, active) || isPinned(run, files, entry.account_id);
  if (isAsWanted || !active.has_session) return ok('session', `${file} is as it was written for ${name}.`);
  if (active.id === entry.account_id)
    return warning('session', `${file} holds an older session of ${name} than the panel.`, bring);
  return warning(
    'session',
    `${file} holds the session of ${name}, and ${plain(active.name)} is active.`,
    bring,
  );
}

function trustChecks({ target: { kind, folder } }: TargetFiles): Check[] {
  const isOurs = (command: string) => isSwitchHook(command) || isUsageHook(command);
  return kind === 'codex' ? codexTrustChecks(folder, folder, isOurs) : [];
}

/** Whether `use --here` has put the account on this machine. */
function isPinned({ environment }: Run, { target }: TargetFiles, account_id: string): boolean {
  return readMachineState(environment).here[target.named.target] === account_id;
}
