import { error, ok, warning, type Check } from '../checks/check';
import { codexTrustChecks } from '../checks/codex-trust';
import { attempt, doctorReport } from '../checks/doctor-report';
import { environmentChecks } from '../checks/environment-checks';
import { fileChecks } from '../checks/file-checks';
import { networkChecks } from '../checks/network-checks';
import { isSwitchHook, isUsageHook } from '../installer/switch-hooks';
import { panelChecks, type PanelReport } from '../checks/panel-checks';
import { usageChecks } from '../checks/usage-checks';
import type { PanelAccount } from '../panel/panel-account';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { readSettings } from '../panel/settings';
import { readMachineState } from '../state/machine-state';
import { besidePanel, localFacts, nextOf, sentenceOf } from '../switching/local-facts';
import { targetOption } from '../switching/secure';
import { filesOf, panelOf } from '../switching/switching';
import { targetNameOf } from '../targets/tool-target';
import type { TargetFiles } from '../targets/target-files';

/** Looks for what could go wrong, changes nothing, and says what to do. */
export async function doctor(run: Run): Promise<Outcome> {
  let active: PanelAccount | null = null;
  const of_panel = await attempt('panel', async () => {
    const report = await ofPanel(run);
    active = report.active;
    return report.checks;
  });
  const checks = [...of_panel, ...(await attempt('target', () => ofMachine(run, active)))];
  return doctorReport(run.paint, checks);
}

function ofPanel(run: Run): Promise<PanelReport> {
  const { url } = readSettings(run.environment, run.options);
  return panelChecks(panelOf(run), url, run);
}

function ofMachine(run: Run, active: PanelAccount | null): Promise<Check[]> {
  const files = filesOf(run, run.options.target ?? targetNameOf(active?.tool) ?? 'claude-code');
  return Promise.resolve([
    ...networkChecks(run.environment),
    ...environmentChecks(files.target, run.environment),
    ...fileChecks(run, files),
    sessionCheck(run, files, active),
    ...usageChecks(run, files.target),
    ...trustChecks(files),
  ]);
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
  const isOfActive =
    active === null || active.id === entry.account_id || isPinned(run, files, entry.account_id);
  if (isOfActive) return ok('session', `${file} is as it was written for ${name}.`);
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
  return (
    readMachineState(environment).here[target.kind === 'file' ? target.main_file : target.kind] === account_id
  );
}
