import { readFileSync } from 'node:fs';
import { parseSecrets, secretsPath, type Secrets } from '../../config/secrets-file';
import { SECRET_NAMES, type Settings } from '../../config/settings';
import { failure, ok, warning, type Check } from './check';

const DAY_MS = 86_400_000;
const SOON_MS = 90 * DAY_MS;

/** The existing secrets of the next start. Makes none. */
export function findSecrets(settings: Settings): { secrets: Partial<Secrets>; check: Check } {
  const path = secretsPath(settings.data_dir);
  const missing = SECRET_NAMES.filter((name) => settings.secrets[name] === undefined);
  if (missing.length === 0) return { secrets: settings.secrets, check: ok('secrets', 'All are set.') };
  let kept: Partial<Secrets>;
  try {
    kept = parseSecrets(path, readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      const check = ok('secrets', `${path} is not there yet; the next start makes it.`);
      return { secrets: settings.secrets, check };
    }
    const next =
      code === undefined
        ? 'Correct that line, or put the file back from a backup.'
        : 'Put the file back from a backup, readable for the user who runs the server.';
    const says = code === undefined ? message : `${path} cannot be read (${code}).`;
    return { secrets: settings.secrets, check: failure('secrets', says, next) };
  }
  const secrets = { ...kept, ...settings.secrets };
  const unmade = SECRET_NAMES.filter((name) => secrets[name] === undefined);
  if (unmade.includes('CREDENTIALS_KEY')) {
    const next = 'Put back the one that was used: without it nothing that is encrypted can be read.';
    return { secrets, check: failure('secrets', `CREDENTIALS_KEY is missing in ${path}.`, next) };
  }
  const ofFile = missing.length - unmade.length;
  return { secrets, check: ok('secrets', `${ofFile} from ${path}, the others from the environment.`) };
}

export function workflowKeyCheck(end: Date, now: Date): Check {
  const name = 'workflow key';
  const day = end.toISOString();
  const next = 'Set a new WORKFLOW_API_KEY and a later WORKFLOW_API_KEY_EXPIRES_AT, and start again.';
  if (end <= now) return failure(name, `WORKFLOW_API_KEY has been refused since ${day}.`, next);
  if (end.getTime() - now.getTime() < SOON_MS)
    return warning(name, `WORKFLOW_API_KEY is refused from ${day} on.`, next);
  return ok(name, `WORKFLOW_API_KEY lasts until ${day}.`);
}
