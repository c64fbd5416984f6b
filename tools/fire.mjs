// What `npm run test:fire` has beyond `npm test`: which files it runs, and the table of what they showed.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Files that others need too, each with what it proves; those of `fire/` say it themselves, with a figure. */
const LISTED = JSON.parse(readFileSync(join(import.meta.dirname, 'fire-specs.json'), 'utf8'));
export const FIRE_SPECS = ['apps/api/test/fire/', ...LISTED.map(({ spec }) => spec)];

const PROOFS = resolve('tmp/fire.jsonl');
const DOCUMENT = 'docs/security.md';
const BEGIN = '<!-- figures: written by npm run test:fire -->';
const END = '<!-- end of the figures -->';

export function prepareFire({ is_long }) {
  mkdirSync('tmp', { recursive: true });
  rmSync(PROOFS, { force: true });
  Object.assign(process.env, { FIRE: is_long ? 'long' : 'usual', FIRE_FILE: PROOFS });
  if (is_long) process.env.FULL_TESTS = '1';
}

/**
 * Prints the table, and puts it into the document after a whole run.
 * @param passed_of by file, how many tests passed; null where one failed
 */
export async function writeFireTable(passed_of, { is_whole }) {
  const table = tableOf(passed_of, proofs());
  console.log(`\n${table}`);
  if (!is_whole) return;
  const text = readFileSync(DOCUMENT, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${DOCUMENT} has no place for the figures.`);
  const written = `${text.slice(0, begin)}${BEGIN}\n\n${table}\n\n${text.slice(end)}`;
  const style = await resolveConfig(resolve(DOCUMENT));
  writeFileSync(DOCUMENT, await format(written, { ...style, filepath: DOCUMENT }));
}

function proofs() {
  if (!existsSync(PROOFS)) return [];
  const lines = readFileSync(PROOFS, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function tableOf(passed_of, proved) {
  const listed = LISTED.filter(({ promise, spec }) => promise !== undefined && spec in passed_of).map(
    ({ spec, asvs, promise }) => ({
      asvs,
      promise,
      figure: passed_of[spec] === null ? '**failed**' : `${passed_of[spec]} tests of \`${spec}\``,
    }),
  );
  const rows = [...proved, ...listed].map(
    ({ asvs, promise, figure }) => `| ${promise} | ${asvs} | ${figure} |`,
  );
  return ['| Promise | ASVS 5.0 | Last figure |', '| --- | --- | --- |', ...rows].join('\n');
}
