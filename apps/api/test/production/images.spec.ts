import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  environmentOf,
  isIgnored,
  listOf,
  PROJECT,
  readStages,
  wordsOf,
} from '../harness/programs/dockerfile';

interface Package {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}

const project = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as Package;

describe.each(['api.Dockerfile', 'panel.Dockerfile'])('%s', (file) => {
  const stages = readStages(file);
  const image = stages.at(-1)!;

  it('starts from images whose whole version is named', () => {
    for (const stage of stages) expect(stage.image).toMatch(/^(node|nginx):\d+\.\d+\.\d+-[a-z-]+$/);
  });

  it('builds and runs on the Node.js of the project', () => {
    const versions = stages.map((stage) => /^node:([\d.]+)/.exec(stage.image)?.[1]).filter(Boolean);
    expect(new Set(versions)).toEqual(new Set([project.dependencies['node']]));
  });

  it('copies what there is, and what is not kept away from the build', () => {
    const names = stages.map(({ name }) => name);
    for (const { keyword, words, from } of stages.flatMap(({ steps }) => steps)) {
      if (keyword !== 'COPY') continue;
      if (from !== null) expect(names).toContain(from);
      else {
        for (const source of words.slice(0, -1)) {
          expect([source, existsSync(join(PROJECT, source)), isIgnored(source.replace(/\/$/, ''))]).toEqual([
            source,
            true,
            false,
          ]);
        }
      }
    }
  });

  it('installs what the lock file names, and runs no script of a package', () => {
    const installs = stages.flatMap(({ steps }) => steps).filter(({ text }) => text.includes('npm '));
    expect(installs.length).toBeGreaterThan(0);
    for (const { text } of installs) expect(text).toMatch(/^npm ci .*--ignore-scripts/);
  });

  it('runs as a numbered user who is not root, and says whether it is well', () => {
    expect(wordsOf(image, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    expect(wordsOf(image, 'HEALTHCHECK')[0]).toBe('CMD');
  });

  it('holds nothing of the build but what the build made, and runs nothing after it', () => {
    expect(image.steps.filter(({ keyword }) => keyword === 'RUN' || keyword === 'ADD')).toEqual([]);
    const copied = image.steps.filter(({ keyword }) => keyword === 'COPY').map(({ words }) => words[0]);
    for (const source of copied)
      expect(source).toMatch(/^\/app\/(dist|node_modules)\/|^docker\/(nginx\.conf|publish-panel\.sh)$/);
  });
});

describe('the image of the API', () => {
  const image = readStages('api.Dockerfile').at(-1)!;

  it('starts strictly, on the port that it exposes, the built program as `npm start` does', () => {
    const { NODE_ENV, HOST, PORT } = environmentOf(image);
    expect([NODE_ENV, HOST, PORT]).toEqual(['production', '0.0.0.0', ...wordsOf(image, 'EXPOSE')]);
    const flags =
      readFileSync(join(PROJECT, 'apps/api/bin/groupless.mjs'), 'utf8').match(/--[\w-]+=\w+/g) ?? [];
    expect(flags).not.toEqual([]);
    expect(listOf(image, 'CMD')).toEqual(['node', ...flags, 'dist/apps/api/main.cjs']);
  });

  it('finds the command `groupless` on its PATH', () => {
    expect(environmentOf(image)['PATH']).toBe(`${wordsOf(image, 'WORKDIR')[0]}/bin:$PATH`);
  });
});

describe('the image of the panel', () => {
  const image = readStages('panel.Dockerfile').at(-1)!;
  const nginxConf = readFileSync(join(PROJECT, 'docker/nginx.conf'), 'utf8');

  it('has the files and the ports where nginx.conf says', () => {
    const places = image.steps.filter(({ keyword }) => keyword === 'COPY').map(({ words }) => words.at(-1));
    expect(places).toEqual(['/etc/nginx/', '/usr/local/bin/', '/srv/panel/', '/usr/share/nginx/panel/']);
    expect(nginxConf).toContain('root /usr/share/nginx/panel;');
    expect(nginxConf).toContain(`listen ${wordsOf(image, 'EXPOSE')[0]};`);
    const [, healthPort = ''] =
      /http:\/\/(127\.0\.0\.1:\d+)\//.exec(wordsOf(image, 'HEALTHCHECK').join(' ')) ?? [];
    expect(nginxConf).toContain(`listen ${healthPort};`);
  });

  it('lets nginx write below /tmp alone', () => {
    const written = nginxConf.matchAll(/\b(pid|\w+_temp_path|access_log|error_log) (?!off;)([^; ]+)/g);
    const places = new Map(Array.from(written, ([, directive, place]) => [directive, place]));
    expect([...places.keys()].filter((name) => name?.endsWith('_temp_path'))).toHaveLength(5);
    for (const place of places.values()) expect(place).toMatch(/^\/tmp\/|^\/dev\/stdout$|^stderr$/);
  });
});

describe('what goes into a build', () => {
  it.each([
    ['.env', true],
    ['.git', true],
    ['docker/secrets/jwt_secret', true],
    ['docker/nginx.conf', false],
    ['docker/publish-panel.sh', false],
    ['node_modules', true],
    ['dist/apps/api/main.cjs', true],
    ['apps/api/src/main.ts', false],
    ['apps/api/src/config/settings.spec.ts', true],
    ['apps/api/test/harness/databases/rows.ts', true],
    ['apps/panel/src/main.ts', false],
    ['.data/secrets.env', true],
  ])('%s: kept away is %s', (path, keptAway) => {
    expect(isIgnored(path)).toBe(keptAway);
  });
});
