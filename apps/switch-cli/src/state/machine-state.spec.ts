import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../program/environment';
import { readMachineState, rememberUse } from './machine-state';
import { holdOwnLock } from './own-lock';

describe('what is remembered of the machine', () => {
  const home = mkdtempSync(join(tmpdir(), 'switch-machine-'));
  const variables = { ASSISTANT_SWITCH_HOME: home };
  const environment: Environment = { variables, home, cwd: home, platform: 'linux' };
  afterAll(() => rmSync(home, { recursive: true }));

  it('has the accounts of two assistants that two runs put here at once', async () => {
    const file = join(home, 'machine.json');
    const release = await holdOwnLock(`${file}.lock`);
    const remembering = rememberUse(environment, { target: 'codex', account_id: 'b', isHere: true });
    // The run with the lock had read before the other one began, and writes now.
    writeFileSync(
      file,
      JSON.stringify({ recent: [{ target: 'claude-code', account_id: 'a' }], here: { 'claude-code': 'a' } }),
    );
    release();
    await remembering;
    expect(readMachineState(environment)).toMatchObject({
      recent: [
        { target: 'codex', account_id: 'b' },
        { target: 'claude-code', account_id: 'a' },
      ],
      here: { 'claude-code': 'a', codex: 'b' },
    });
    expect(readdirSync(home)).toEqual(['machine.json']);

    await rememberUse(environment, { target: 'codex', account_id: 'b', isHere: false });
    expect(readMachineState(environment)).toMatchObject({ here: { 'claude-code': 'a' } });
  });

  it('has the last two accounts of each target, and which target a person used last', async () => {
    const use = (target: string, account_id: string, isChosen: boolean) =>
      rememberUse(environment, { target, account_id, isHere: false, isChosen });
    const recent = () => readMachineState(environment).recent.map((one) => one.account_id);
    for (const account of ['c', 'd', 'e']) await use('claude-code', account, true);
    expect(recent()).toEqual(['e', 'd', 'b']);
    // A sync that found it there already.
    await use('codex', 'b', false);
    expect(recent()).toEqual(['e', 'd', 'b']);
    await use('codex', 'b', true);
    expect(recent()).toEqual(['b', 'e', 'd']);
    await use('claude-code', 'd', true);
    expect(recent()).toEqual(['d', 'e', 'b']);
  });
});
