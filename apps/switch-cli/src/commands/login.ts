import { configFile, shownPath } from '../files/places';
import { machineHeaders, makeMachineId } from '../panel/this-machine';
import { PanelApi } from '../panel/panel-api';
import { panelUrl } from '../panel/panel-url';
import { permissions, SCOPES, type Scope } from '../panel/permissions';
import { checkedKey, storedSettings, writeConfig, type Settings } from '../panel/settings';
import { EXIT } from '../program/exit-codes';
import { Failure, ofLogin, usageFailure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { mark } from './sync';

type Permissions = Record<Scope, boolean>;

/**
 * Remembers the panel's address and a key, once the panel has accepted it. The key comes from a prompt or from
 * what is piped in, never from the command line, where other users and the shell's history would see it.
 */
export async function login(run: Run, givenUrl: string | undefined): Promise<Outcome> {
  const settings = await askedSettings(run, givenUrl);
  const allowed = run.options.force ? null : await permissionsOf(run, settings).catch(failed);
  if (allowed !== null) await refuseWeakerKey(run, settings, allowed);
  if (!run.options.dry_run) {
    writeConfig(run.environment, settings);
    makeMachineId(run.environment);
  }
  const file = configFile(run.environment);
  const missing = SCOPES.filter((scope) => allowed?.[scope] === false);
  const { paint } = run;
  return {
    lines: [
      `${mark(run)} ${run.options.dry_run ? 'The key is right for' : 'Logged in to'} ${paint.strong(settings.url)}.`,
      ...missing.map((scope) => `${paint.warning('!')} This key lacks the scope ${scope}.`),
      paint.faint(`  Address and key are in ${shownPath(file, run.environment)}, which only you can read.`),
    ],
    facts: {
      result: 'logged_in',
      dry_run: run.options.dry_run,
      url: settings.url,
      scopes: allowed,
      config_file: file,
    },
  };
}

function failed(failure: unknown): never {
  throw ofLogin(failure, 'assistant-switch login <url>');
}

function permissionsOf(run: Run, settings: Settings): Promise<Permissions> {
  return permissions(new PanelApi(settings, run.options.timeout_ms, () => machineHeaders(run.environment)));
}

/** Refuses a key that cannot read the active session, and one with fewer rights than the stored key. */
async function refuseWeakerKey(run: Run, settings: Settings, allowed: Permissions): Promise<void> {
  const missing = SCOPES.filter((scope) => !allowed[scope]);
  if (missing.length === 0) return;
  if (!allowed['session:read']) throw refused(missing, 'Nothing was stored.');
  const stored = storedOrNull(run);
  if (stored?.url !== settings.url || stored.key === settings.key) return;
  const before = await permissionsOf(run, stored).catch(() => null);
  const isWeaker = before !== null && missing.some((scope) => before[scope]);
  if (isWeaker) throw refused(missing, 'The stored key may do more and was kept.');
}

function refused(missing: readonly Scope[], consequence: string): Failure {
  return new Failure(
    'forbidden',
    `This key lacks the scope ${missing.join(', ')}. ${consequence}`,
    ['Make a key with the scopes in the panel (settings, keys), or store this one with --force.'],
    EXIT.not_authorised,
  );
}

/** A broken file is replaced by the log-in. */
function storedOrNull(run: Run): Settings | null {
  try {
    return storedSettings(run.environment);
  } catch {
    return null;
  }
}

/** Piped in: the key, after a line with the address unless that is given otherwise. */
async function askedSettings(
  { ask, environment, options }: Run,
  givenUrl: string | undefined,
): Promise<Settings> {
  const knownUrl = givenUrl ?? (environment.variables['ASSISTANT_SWITCH_URL'] || undefined);
  if (!ask.is_terminal) {
    const lines = (await ask.piped()).split(/\r?\n/).filter((line) => line !== '');
    const [first, second] = lines;
    const url = knownUrl ?? (second === undefined ? undefined : first);
    const key = second ?? first;
    if (url === undefined)
      throw usageFailure('Which panel?', 'Name its address: assistant-switch login <url>');
    if (key === undefined || lines.length > 2) {
      throw usageFailure('Pipe the key in, alone: assistant-switch login <url> < key-file');
    }
    return { url: panelUrl(url, options), key: checkedKey(key) };
  }
  const url = panelUrl(knownUrl ?? (await ask.line('Address of the panel: ')), options);
  return { url, key: checkedKey(await ask.line('Key (it is not shown): ', { secret: true })) };
}
