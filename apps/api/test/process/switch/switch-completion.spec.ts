import { execFile, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AccountDto } from '@groupless/shared-dto';
import { programEnvironment } from '../../harness/programs/program-environment';
import type { Machine } from './machine';
import { codexOf, Panel, sessionOf } from './panel';

const CLI = join(__dirname, '../../../../../dist/apps/switch-cli/assistant-switch.cjs');

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

/** Each shell is started, reads its script, and is asked as by its Tab key. */
describe('what a shell completes', () => {
  let panel: Panel;
  let machine: Machine;
  const TWO_WORDS = 'Team 1';

  beforeAll(async () => {
    panel = await Panel.start();
    machine = panel.machine();
    const [first, , third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(third, codexOf('cx'));
    machine.write('bin/assistant-switch', `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
    chmodSync(machine.path('bin/assistant-switch'), 0o755);
    for (const shell of ['bash', 'zsh', 'fish'])
      machine.write(`completion.${shell}`, (await machine.run(['completion', shell])).stdout);
  });
  afterAll(async () => {
    await machine.remove();
    await panel.close();
  });

  const run = async (file: string, args: string[]) => {
    const { PATH = '', ...others } = programEnvironment();
    const env = {
      ...others,
      PATH: `${machine.path('bin')}:${PATH}`,
      HOME: machine.home,
      LC_ALL: 'C.UTF-8',
      ASSISTANT_SWITCH_URL: panel.url,
      ASSISTANT_SWITCH_KEY: machine.key,
    };
    const { stdout } = await promisify(execFile)(file, args, { env, cwd: machine.home });
    return stdout.split('\n').slice(0, -1);
  };
  /** Bash has split the line at its own places, and asks for the word at `at`, by default a new one at the end. */
  const bash = (words: string[], at = words.length) => {
    const script = `
      source ~/completion.bash
      COMP_WORDS=("$@") COMP_CWORD=${at}
      _assistant_switch
      (( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run('bash', ['--noprofile', '--norc', '-c', script, 'bash', ...words]);
  };

  it('in bash are the accounts, whose names may have spaces, a candidate each', async () => {
    expect(await bash(['assistant-switch', 'use', ''], 2)).toEqual(['Team\\ 1', 'Team\\ 2', 'Pro']);
    expect(await bash(['assistant-switch', 'use', 'Team\\ '], 2)).toEqual(['Team\\ 1', 'Team\\ 2']);
    expect(await bash(['assistant-switch', 'use'])).toHaveLength(3);
    expect(await bash(['assistant-switch', 'list'])).toEqual([]);
  });

  it('in bash are those of the tool that the line names, before or behind the account', async () => {
    const line = (...words: string[]) => ['assistant-switch', ...words];
    for (const words of [
      line('use', '--target', 'codex'),
      line('use', '--target', '=', 'codex'),
      line('--target', 'codex', 'use'),
      line('capture', '--force', '--target', '"codex"'),
    ])
      expect([words, await bash(words)]).toEqual([words, ['Pro']]);
    expect(await bash(line('use', '', '--target', 'codex'), 2)).toEqual(['Pro']);
    expect(await bash(line('use', '--target', 'claude-code'))).toEqual(['Team\\ 1', 'Team\\ 2']);
    // What `run` starts names its tool as well.
    expect(await bash(line('run', '', '--', 'codex'), 2)).toEqual(['Pro']);
    expect(await bash(line('run', '', '--', '/usr/bin/claude'), 2)).toEqual(['Team\\ 1', 'Team\\ 2']);
    // A file may hold a session of any tool.
    expect(await bash(line('use', '--target', './x.json'))).toHaveLength(3);
  });

  it('in bash is no account where one is named already, or a value or another word is asked for', async () => {
    const line = (...words: string[]) => ['assistant-switch', ...words];
    expect(await bash(line('use', 'Team\\ 1'))).toEqual([]);
    expect(await bash(line('run', 'Pro', '--'))).toEqual([]);
    expect(await bash(line('use', '--target'))).toEqual(['claude-code', 'codex']);
    expect(await bash(line('use', '--target', 'co'), 3)).toEqual(['codex']);
    expect(await bash(line('use', '--timeout'))).toEqual([]);
    expect(await bash(line('usage'))).toEqual(['on', 'off']);
    expect(await bash(line('us'), 1)).toEqual(['use', 'usage']);
    expect(await bash(line('use', '--he'), 2)).toEqual(['--here', '--help']);
  });

  const hasFish = isInstalled('fish');
  if (!hasFish) console.warn('SKIPPED: completion in fish (it is not installed).');
  (hasFish ? it : it.skip)('in fish are the accounts of the tool that the line names', async () => {
    const fish = (line: string) =>
      run('fish', ['--no-config', '-c', `source ~/completion.fish; complete -C '${line}'`]);
    expect(await fish('assistant-switch use ')).toEqual(expect.arrayContaining([TWO_WORDS, 'Team 2', 'Pro']));
    expect(await fish('assistant-switch use --target codex ')).toEqual(['Pro']);
    expect(await fish('assistant-switch use --target cod')).toEqual(['codex']);
  });

  const hasZsh = isInstalled('zsh');
  if (!hasZsh) console.warn('SKIPPED: completion in zsh (it is not installed).');
  (hasZsh ? it : it.skip)('in zsh are the accounts of the tool that the line names', async () => {
    const zsh = (...words: string[]) => {
      const script = `
        compdef() { : }; compadd() { shift; print -rl -- "$@" }; _default() { : }; _files() { : }
        source ~/completion.zsh
        words=("$@") CURRENT=$# PREFIX="\${@[-1]}"
        _assistant_switch`;
      return run('zsh', ['-f', '-c', script, 'zsh', 'assistant-switch', ...words]);
    };
    expect(await zsh('use', '')).toEqual([TWO_WORDS, 'Team 2', 'Pro']);
    expect(await zsh('use', '--target', 'codex', '')).toEqual(['Pro']);
    expect(await zsh('use', TWO_WORDS, '')).toEqual([]);
    expect(await zsh('use', '--target', '')).toEqual(['claude-code', 'codex']);
  });
});
