import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMemoryHook } from '../memory-client/attach/tool-hooks';
import { codexTrustChecks } from './codex-trust';

describe('whether Codex trusts our hooks', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'codex trust '))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const command = (text: string) => ({ type: 'command', command: text });
  const OURS = command('assistant-memory hook session-start');
  const write = (hooks: object) => writeFileSync(join(folder, 'hooks.json'), JSON.stringify({ hooks }));
  /** As Codex 0.171 writes it. */
  const trust = (...keys: string[]) =>
    writeFileSync(
      join(folder, 'config.toml'),
      keys
        .map(
          (key) =>
            `[hooks.state.${JSON.stringify(`${folder}/hooks.json:${key}`)}]\ntrusted_hash = "sha256:0"\n`,
        )
        .join('\n'),
    );
  const check = () => codexTrustChecks(folder, folder, isMemoryHook);

  it('is no question where there are none', () => {
    expect(check()).toEqual([]);
    write({ SessionStart: [{ hooks: [command('echo')] }] });
    expect(check()).toEqual([]);
  });

  it('is told by folder: where the file is a link, that of another folder does not count', () => {
    write({ Stop: [{ hooks: [OURS] }] });
    trust('stop:0:0');
    const linked = join(folder, 'run');
    mkdirSync(linked);
    for (const name of ['hooks.json', 'config.toml']) symlinkSync(join(folder, name), join(linked, name));
    expect(codexTrustChecks(linked, linked, isMemoryHook)).toMatchObject([{ level: 'warning' }]);
    const folderLink = join(folder, 'link');
    symlinkSync(folder, folderLink);
    expect(codexTrustChecks(folderLink, folderLink, isMemoryHook)).toMatchObject([{ level: 'ok' }]);
  });

  it('is told by what it keeps of each, by event and place', () => {
    write({
      SessionStart: [{ hooks: [command('echo'), OURS] }],
      PreCompact: [{ hooks: [] }, { hooks: [OURS] }],
    });
    expect(check()).toMatchObject([
      { level: 'warning', message: expect.stringContaining('trust its hooks') },
    ]);
    trust('session_start:0:1');
    expect(check()).toMatchObject([
      { level: 'warning', message: expect.stringContaining('1 of its 2 hooks') },
    ]);
    trust('session_start:0:0', 'pre_compact:0:0');
    expect(check()).toMatchObject([
      { level: 'warning', message: expect.stringContaining('trust its hooks') },
    ]);
    trust('session_start:0:1', 'pre_compact:1:0');
    expect(check()).toMatchObject([{ level: 'ok' }]);
  });
});
