import { SettingsError } from '../../config/environment-reader';
import { readSettings } from '../../config/settings';
import { forgetOldDatabase, putBackOldDatabase } from '../../database/embedded-server';
import { maskSecrets } from '../../platform/log/mask';
import type { Check } from './check';
import { examine } from './examine';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run doctor [-- --json | --forget-old | --back-to-old]

  Looks at the settings, the files, both databases, the keys and the running server, and says in a line each what
  is wrong and what to do. Changes nothing, and starts nothing. Takes the same settings as the server.
  --forget-old   removes the embedded database that an upgrade of PostgreSQL has left
  --back-to-old  puts it back into its place; the upgraded one, with what was written since, is kept beside it
  Exit codes: 0 nothing failed (there may be warnings), 1 something failed, 78 the settings cannot be used.`);
const EXIT = { well: 0, failed: 1, usage: 2, bad_settings: 78 };

export interface Outcome {
  text: string;
  exit_code: number;
}

/** Runs `npm run doctor`. */
export async function runDoctor(words: readonly string[]): Promise<Outcome> {
  const [word, ...rest] = words;
  if (word === '--help' || word === 'help') return { text: USAGE, exit_code: EXIT.well };
  const act = ACTS[word ?? ''];
  if ((word !== undefined && word !== '--json' && act === undefined) || rest.length > 0)
    return { text: USAGE, exit_code: EXIT.usage };
  if (act !== undefined) return onOldDatabase(act);
  const { checks, has_bad_settings, confidential } = await examine(process.env, new Date());
  const hasFailed = checks.some(({ level }) => level === 'failure');
  const text = word === '--json' ? JSON.stringify({ is_well: !hasFailed, checks }, null, 2) : textOf(checks);
  const exitCode = has_bad_settings ? EXIT.bad_settings : hasFailed ? EXIT.failed : EXIT.well;
  // A second safeguard: the text should hold no secret.
  return { text: maskSecrets(confidential)(text), exit_code: exitCode };
}

const ACTS: Readonly<Record<string, (dataDir: string) => string>> = {
  '--forget-old': (dataDir) => {
    const gone = forgetOldDatabase(dataDir);
    return gone.length === 0
      ? `No upgrade has left a database in ${dataDir}.`
      : `Removed ${gone.join(' and ')}.`;
  },
  '--back-to-old': (dataDir) =>
    `The database of PostgreSQL ${putBackOldDatabase(dataDir)} is in its place again. Start the version of this ` +
    'program that used it: this one would upgrade it again.',
};

function onOldDatabase(act: (dataDir: string) => string): Outcome {
  try {
    return { text: act(readSettings(process.env).data_dir), exit_code: EXIT.well };
  } catch (error) {
    return {
      text: (error as Error).message,
      exit_code: error instanceof SettingsError ? EXIT.bad_settings : EXIT.failed,
    };
  }
}

function textOf(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(({ level, name, message, next }) => {
    const line = `${level.padEnd(8)} ${name.padEnd(width)}  ${message}`;
    return next === null ? line : `${line} ${next}`;
  });
  return lines.join('\n');
}
