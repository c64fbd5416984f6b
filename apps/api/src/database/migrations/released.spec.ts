import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { QueryRunner } from 'typeorm';
import { MEMORY_MIGRATIONS } from '../memory.data-source';
import { PANEL_MIGRATIONS } from '../panel.data-source';
import { FUNCTIONS } from '../functions/functions';

/**
 * SHA-256 of the statements of each released migration. Databases that ran it keep what it made then, so it never changes;
 * a release adds the new ones here.
 */
const RELEASED: Record<string, string> = {
  CreatePanel1795390000000: '445a24a0cb512152918a8bb32e32c500760fb7dfc39a21cb2cb880dacd310876',
  CreateMemory1795390000000: 'a9f27ec608d4e44c2f9fecbe6efe7b81419cf3dddf6547f3d912ef8e290eea32',
};

/**
 * SHA-256 of the functions of the last release, which had none of these. A process of it that starts beside a newer one knows the
 * newer one by a migration alone.
 */
const RELEASED_FUNCTIONS = { panel: digest([]), memory: digest([]) };

const ALL = [...PANEL_MIGRATIONS, ...MEMORY_MIGRATIONS];

describe('a released migration', () => {
  it.each(Object.entries(RELEASED))('%s does what it did when it was released', async (name, sha256) => {
    const migration = ALL.find((one) => one.name === name);
    expect(migration).toBeDefined();
    expect(await digestOf(migration!)).toBe(sha256);
  });

  it('comes before each that is not released', () => {
    for (const list of [PANEL_MIGRATIONS, MEMORY_MIGRATIONS]) {
      const times = list.map(({ name }) => Number(/\d{13}$/.exec(name)?.[0]));
      expect(times).toEqual([...times].sort((a, b) => a - b));
      const areReleased = list.map(({ name }) => name in RELEASED);
      expect(areReleased).toEqual([...areReleased].sort((a, b) => Number(b) - Number(a)));
    }
  });
});

/** Steps that got another name before a database had them. */
const RENAMED = ['SayWhoWaits1796600000000', 'FollowWaits1796600001000'];

it.each([
  ['panel', PANEL_MIGRATIONS],
  ['memory', MEMORY_MIGRATIONS],
] as const)(
  'a migration of the %s database keeps its name in the list, since databases have it',
  (name, migrations) => {
    const file = join(__dirname, `../${name}.data-source.ts`);
    const history = execFileSync('git', ['log', '-p', '--format=', '--', file], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const ever = [...history.matchAll(/^\+ {2}(?:emptied\(')?([A-Z]\w+?)(\d{13})/gm)]
      .filter(([, , time]) => Number(time) > 1795390000000)
      .map(([, called, time]) => `${called}${time}`);
    const listed: string[] = migrations.map((migration) => migration.name);
    expect(ever.filter((one) => !listed.includes(one) && !RENAMED.includes(one))).toEqual([]);
  },
);

it.each([
  ['panel', PANEL_MIGRATIONS],
  ['memory', MEMORY_MIGRATIONS],
] as const)(
  'functions of the %s database that have changed come with a new migration',
  (name, migrations) => {
    const isNew = migrations.some((migration) => !(migration.name in RELEASED));
    expect(isNew || digest(FUNCTIONS[name]) === RELEASED_FUNCTIONS[name]).toBe(true);
  },
);

function digest(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('')).digest('hex');
}

async function digestOf(migration: (typeof ALL)[number]): Promise<string> {
  const hash = createHash('sha256');
  const recorder = { query: async (statement: string) => void hash.update(statement) };
  await new migration().up(recorder as unknown as QueryRunner);
  return hash.digest('hex');
}
