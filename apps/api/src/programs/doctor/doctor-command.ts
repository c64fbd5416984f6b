import { maskSecrets } from '../../platform/log/mask';
import type { Check } from './check';
import { examine } from './examine';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run doctor [-- --json]

  Looks at the settings, the files, both databases, the keys and the running server, and says in a line each what
  is wrong and what to do. Changes nothing, and starts nothing. Takes the same settings as the server.
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
  if ((word !== undefined && word !== '--json') || rest.length > 0)
    return { text: USAGE, exit_code: EXIT.usage };
  const { checks, has_bad_settings, confidential } = await examine(process.env, new Date());
  const hasFailed = checks.some(({ level }) => level === 'failure');
  const text = word === '--json' ? JSON.stringify({ is_well: !hasFailed, checks }, null, 2) : textOf(checks);
  const exitCode = has_bad_settings ? EXIT.bad_settings : hasFailed ? EXIT.failed : EXIT.well;
  // A second safeguard: the text should hold no secret.
  return { text: maskSecrets(confidential)(text), exit_code: exitCode };
}

function textOf(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(({ level, name, message, next }) => {
    const line = `${level.padEnd(8)} ${name.padEnd(width)}  ${message}`;
    return next === null ? line : `${line} ${next}`;
  });
  return lines.join('\n');
}
