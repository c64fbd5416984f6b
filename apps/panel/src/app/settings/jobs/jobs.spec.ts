import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobDto } from '@groupless/shared-dto';
import { line, startScreen } from '../../../testing/settings';
import en from './i18n/en.json' with { type: 'json' };
import { Jobs } from './jobs';

const PATH = '/api/settings/jobs';
const RETENTION: JobDto = {
  name: 'retention',
  every: '23 3 * * *',
  waiting: 0,
  active: 1,
  failed_24h: 0,
  last_at: '2026-11-20T03:23:00.000Z',
  last_error: null,
  last_result: null,
  next_at: '2026-11-21T03:23:00.000Z',
};

async function start(jobs: JobDto[]) {
  const screen = await startScreen(Jobs, { texts: { jobs: en } });
  screen.http.expectOne(PATH).flush(jobs);
  await screen.settle();
  return screen;
}

describe('background work', () => {
  it('is shown with what runs, when it ran and when it runs next', async () => {
    const { findAll } = await start([RETENTION]);
    const [shown] = findAll('li').map(line);
    expect(shown).toContain('Removing what is too old');
    expect(shown).toContain('0 wait');
    expect(shown).toContain('1 runs');
    expect(shown).toContain('Next:');
  });

  it('names what failed, and is tried again', async () => {
    const failed = { ...RETENTION, name: 'of-a-newer-server', failed_24h: 2, last_error: 'no room' };
    const { findAll, press, http, settle } = await start([failed]);
    const [shown] = findAll('li').map(line);
    expect(shown).toContain('of-a-newer-server');
    expect(shown).toContain('2 failed today');
    expect(shown).toContain('no room');
    await press('Try again: of-a-newer-server');
    const asked = http.expectOne(`${PATH}/of-a-newer-server/run`);
    expect(asked.request.method).toBe('POST');
    asked.flush(null, { status: 202, statusText: 'Accepted' });
    await settle();
    http.expectOne(PATH).flush([RETENTION]);
    await settle();
    expect(line(findAll('li')[0])).not.toContain('no room');
  });

  it('is shown with what it says of its last success', async () => {
    const { findAll } = await start([{ ...RETENTION, last_result: 'Not tried: there is no backup yet.' }]);
    expect(line(findAll('li')[0])).toContain('Last result: Not tried: there is no backup yet.');
  });

  it('has words for each kind that the server has', () => {
    const api = join(process.cwd(), 'apps/api/src');
    const sources = globSync('**/*.{service,entity}.ts', { cwd: api }).map((path) =>
      readFileSync(join(api, path), 'utf8'),
    );
    const declared = sources.flatMap((source) => {
      const [, name, constant] = /@Job\(\{\s*name: (?:'([\w-]+)'|(\w+))/.exec(source) ?? [];
      if (constant === undefined) return name === undefined ? [] : [name];
      // Where it stands beside others that add jobs of the kind.
      const value = sources.map((one) => RegExp(`const ${constant} = '([\\w-]+)'`).exec(one)?.[1]);
      return [value.find((one) => one !== undefined) ?? constant];
    });
    expect(declared.length).toBeGreaterThan(5);
    for (const name of declared) expect(Object.keys(en.names)).toContain(name);
    expect(Object.keys(en.leads)).toEqual(Object.keys(en.names));
  });
});
