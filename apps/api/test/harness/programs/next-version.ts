import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = join(__dirname, '../../../../../dist/apps/api/main.cjs');

/** What a next version adds, with rows that the one before neither reads nor writes. */
const MIGRATIONS = {
  PANEL_MIGRATIONS: `alter table clients add column next_note text not null default ''`,
  MEMORY_MIGRATIONS: `alter table assistant_tasks add column next_note text`,
};

export interface NextVersion {
  main: string;
  version: string;
  remove(): void;
}

export const NEXT_VERSION = '1.999.0';

/** The built program as a later version of itself, with a migration more for each database. */
export function asNextVersion(program: string): string {
  const replace = (pattern: RegExp, text: string) => {
    if (!pattern.test(program)) throw new Error(`The built program has no ${pattern}.`);
    program = program.replace(pattern, text);
  };
  for (const [list, sql] of Object.entries(MIGRATIONS))
    replace(
      new RegExp(`\\b${list}=\\[([^\\]]*)\\]`),
      `${list}=[$1, class NextVersion9999999999999 { async up(runner) { await runner.query(${JSON.stringify(sql)}); } }]`,
    );
  replace(/VERSION=false\?"unbuilt":"[^"]+"/, `VERSION="${NEXT_VERSION}"`);
  return program;
}

export function makeNextVersion(): NextVersion {
  // Beside the other, whose packages it needs.
  const main = join(BUILT, `../next-version-${process.pid}.cjs`);
  writeFileSync(main, asNextVersion(readFileSync(BUILT, 'utf8')));
  return { main, version: NEXT_VERSION, remove: () => rmSync(main) };
}
