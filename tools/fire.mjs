// The extras of `npm run test:fire`: its files, and the table of their results.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Further spec files and the promise that each proves. Those of `fire/` write their own, with a figure. */
const LISTED = JSON.parse(readFileSync(join(import.meta.dirname, 'fire-specs.json'), 'utf8'));
export const FIRE_SPECS = ['apps/api/test/fire/', ...LISTED.map(({ spec }) => spec)];

const PROOFS = resolve('tmp/fire.jsonl');
const DOCUMENT = 'docs/security.md';
const BEGIN = '<!-- figures: written by npm run test:fire -->';
const END = '<!-- end of the figures -->';

export function prepareFire({ isLong }) {
  mkdirSync('tmp', { recursive: true });
  rmSync(PROOFS, { force: true });
  Object.assign(process.env, { FIRE: isLong ? 'long' : 'usual', FIRE_FILE: PROOFS });
  if (isLong) process.env.FULL_TESTS = '1';
}

/**
 * Prints the table, and writes it into the document after a complete run.
 * @param passedOf by file, the number of passed tests; null if one failed
 */
export async function writeFireTable(passedOf, { isWhole }) {
  const table = tableOf(passedOf, proofs());
  console.log(`\n${table}`);
  if (!isWhole) return;
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

function tableOf(passedOf, proved) {
  const listed = LISTED.filter(({ promise, spec }) => promise !== undefined && spec in passedOf).map(
    ({ spec, asvs, promise }) => ({
      asvs,
      promise,
      figure: passedOf[spec] === null ? '**failed**' : `${passedOf[spec]} tests of \`${spec}\``,
    }),
  );
  const rows = [...proved, ...listed].map(
    ({ asvs, promise, figure }) => `| ${promise} | ${asvs} | ${figure} |`,
  );
  return ['| Promise | ASVS 5.0 | Last figure |', '| --- | --- | --- |', ...rows].join('\n');
}
