import type { Environment } from '../program/environment';
import { httpCall } from '../program/http-call';
import { changeMachineState, readMachineState } from '../state/machine-state';
import type { Settings } from './settings';

const TIMEOUT_MS = 300;
const DAY_MS = 86_400_000;

/**
 * The version of this program that the panel offers, if it is newer than this one and was not told today. The panel is
 * asked once a day, for a moment only, and a panel that does not answer is no fault.
 */
export async function newerVersion(
  environment: Environment,
  { url }: Pick<Settings, 'url'>,
  ownVersion: string,
  now: Date,
): Promise<string | null> {
  const { checked } = readMachineState(environment);
  const isFresh = checked?.url === url && now.getTime() - Date.parse(checked.at) < DAY_MS;
  const version = isFresh ? checked.version : await offeredVersion(url);
  const isTold = isFresh && checked.told_at !== undefined;
  const isWanted = !isTold && version !== null && isNewer(version, ownVersion);
  if (!isFresh || isWanted) {
    const at = isFresh ? checked.at : now.toISOString();
    const told = isWanted ? { told_at: now.toISOString() } : {};
    await changeMachineState(environment, () => ({ checked: { url, at, version, ...told } }));
  }
  return isWanted ? version : null;
}

/** The first line of the page on how to install: `assistant-cli <version>`. */
async function offeredVersion(url: string): Promise<string | null> {
  try {
    const page = {
      url: `${url}/install`,
      headers: { accept: '*/*' },
      timeout_ms: TIMEOUT_MS,
      doctor: 'assistant-switch doctor',
    };
    const { status, text } = await httpCall({ method: 'GET', ...page });
    return status === 200 ? (/^assistant-cli (\d+\.\d+\.\d+)\b/.exec(text)?.[1] ?? null) : null;
  } catch {
    return null;
  }
}

function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  if (one?.length !== 3 || other?.length !== 3 || [...one, ...other].some(Number.isNaN)) return false;
  const difference = one.map((part, index) => part - (other[index] ?? 0)).find((part) => part !== 0);
  return (difference ?? 0) > 0;
}
