import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PLANTED = join(ROOT, 'tmp', `boundaries-${process.pid}`);

const RULES = (
  createRequire(__filename)(join(ROOT, '.dependency-cruiser.cjs')) as { forbidden: { name: string }[] }
).forbidden;

/** Each rule with an import that breaks it: [rule, file, what it imports]. */
const VIOLATIONS: [string, string, string][] = [
  ['apps-share-only-the-dtos', 'apps/panel/src/a.ts', '../../api/src/clients/clients.service'],
  ['only-the-api-starts-databases', 'apps/panel/src/c.ts', '../../../libs/embedded-postgres/src/index'],
  ['embedded-postgres-depends-on-pg-alone', 'libs/embedded-postgres/src/b.ts', 'fastify'],
  ['dtos-depend-on-nothing', 'libs/shared-dto/src/a.ts', 'pg'],
  ['no-server-packages-in-panel-and-cli', 'apps/switch-cli/src/b.ts', 'class-validator'],
  ['panel-features-know-none', 'apps/panel/src/app/clients/k.ts', '../users/user-list'],
  ['panel-ground-knows-no-feature', 'apps/panel/src/app/ui/l.ts', '../clients/client-list'],
  ...RULES.map(({ name }) => name)
    .filter((name) => name.endsWith('-knows-nothing-above'))
    .map((rule): [string, string, string] => [
      rule,
      `apps/panel/src/app/${rule.split('-')[1] ?? ''}/n.ts`,
      '../layout/frame',
    ]),
  ['panel-shared-knows-no-feature', 'apps/panel/src/app/crm/m.ts', '../clients/client-list'],
  ['only-the-index-of-a-library-is-a-barrel', 'apps/api/src/clients/c.ts', './index'],
  // One for each feature that has a list of others which it may use; nobody may use `install`.
  ...RULES.map(({ name }) => name)
    .filter((name) => name.endsWith('-uses-only-what-it-may'))
    .map((rule): [string, string, string] => [
      rule,
      `apps/api/src/${rule.replace('-uses-only-what-it-may', '')}/d.service.ts`,
      '../install/install.service',
    ]),
  ...RULES.map(({ name }) => name)
    .filter((name) => name.endsWith('-knows-only-what-it-may'))
    .map((rule): [string, string, string] => [
      rule,
      `apps/api/src/memory/${rule.split('-')[1] ?? ''}/v.ts`,
      '../attic/w',
    ]),
  ['other-features-use-none', 'apps/api/src/install/e.service.ts', '../memory/records/tasks/tasks.service'],
  [
    'features-show-services-modules-entities',
    'apps/api/src/memory-webhooks/f.service.ts',
    '../memory/records/tasks/tasks.repository',
  ],
  ['ground-knows-no-feature', 'apps/api/src/shared/g.ts', '../memory/records/tasks/tasks.service'],
  ['ground-knows-no-feature', 'apps/api/src/database/h.ts', '../users/user.entity'],
  ['platform-knows-only-config', 'apps/api/src/platform/t.ts', '../shared/u'],
  ['entities-stay-behind-the-service', 'apps/api/src/users/users.controller.ts', './user.entity'],
  ['typeorm-stays-in-repositories', 'apps/api/src/users/users.service.ts', 'typeorm'],
];
/** Two files of two folders that import each other's folder, but not each other. */
const FOLDER_CYCLE = [
  ['apps/api/src/config/p.ts', '../shared/q', 'apps/api/src/shared/q.ts'],
  ['apps/api/src/shared/r.ts', '../config/s', 'apps/api/src/config/s.ts'],
] as const;
const CYCLE = ['apps/api/src/users/i.ts', 'apps/api/src/users/j.ts'] as const;

describe('the boundaries between the parts', () => {
  afterAll(() => rmSync(PLANTED, { recursive: true, force: true }));

  // That the sources keep them is a part of `npm run check`.
  it('are guarded by a rule each: a planted violation is found', () => {
    for (const [, file, imported] of VIOLATIONS) {
      plant(file, `import '${imported}';\n`);
      if (imported.startsWith('.')) plantTarget(join(dirname(file), `${imported}.ts`));
    }
    for (const [file, imported, target] of FOLDER_CYCLE) {
      plant(file, `import '${imported}';\n`);
      plant(target, 'export const planted = true;\n');
    }
    plant(CYCLE[0], `import './j';\n`);
    plant(CYCLE[1], `import './i';\n`);
    symlinkSync(join(ROOT, 'node_modules'), join(PLANTED, 'node_modules'));

    expect(new Set(violatedRules(PLANTED))).toEqual(new Set(RULES.map(({ name }) => name)));
  });
});

function plant(file: string, content: string): void {
  const path = join(PLANTED, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A file that is imported, unless it is one of those that import. */
function plantTarget(file: string): void {
  if (!VIOLATIONS.some(([, importer]) => importer === file)) plant(file, 'export const planted = true;\n');
}

/** The rules that depcruise finds broken below a folder. */
function violatedRules(folder: string): string[] {
  writeFileSync(
    join(folder, 'tsconfig.base.json'),
    '{"compilerOptions": {"module": "esnext", "moduleResolution": "bundler"}}',
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['apps', 'libs', '--output-type', 'json', '--config', join(ROOT, '.dependency-cruiser.cjs')],
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return report.summary.violations.map(({ rule }) => rule.name);
}
