import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Panel, sessionOf } from './panel';
import { rounds } from '../../harness/data/rounds';

jest.setTimeout(3_600_000);

const ROUNDS = rounds(6, 300);

/** Puts links to the victims in the place of the target and of what could be its temporary file, as fast as it can. */
const SWAPPER = `
  const { linkSync, renameSync, symlinkSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
  const [folder, victim] = process.argv.slice(1);
  const quietly = (work) => { try { work(); } catch {} };
  process.on('SIGTERM', () => process.exit(0));
  let count = 0;
  setImmediate(function swap() {
    const aside = folder + '/aside-' + count++;
    quietly(() => symlinkSync(victim, aside));
    quietly(() => renameSync(aside, folder + '/session.json'));
    for (const name of readdirSync(folder)) {
      if (!name.includes('assistant-switch')) continue;
      quietly(() => symlinkSync(victim, aside));
      quietly(() => renameSync(aside, folder + '/' + name));
    }
    if (count % 3 === 0) quietly(() => rmSync(folder + '/session.json'));
    setImmediate(swap);
  });
`;

describe('links that are swapped in during a write', () => {
  it(`lead nothing elsewhere, in ${ROUNDS} runs against somebody who swaps all the time`, async () => {
    const panel = await Panel.start();
    const machine = panel.machine();
    const [account] = await panel.accounts();
    await panel.store(account!, sessionOf('ada'));
    const victim = machine.path('victim');
    writeFileSync(victim, 'untouched');
    mkdirSync(machine.path('raced'), { mode: 0o700 });
    const swapper = spawn(process.execPath, ['-e', SWAPPER, machine.path('raced'), victim], {
      stdio: 'inherit',
    });
    const codes = new Set<number | null>();
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const { code } = await machine.run(['--force', '--target', 'raced/session.json']);
        codes.add(code);
        expect(readFileSync(victim, 'utf8')).toBe('untouched');
      }
    } finally {
      swapper.kill();
      await new Promise((resolve) => swapper.once('close', resolve));
    }
    // Each run has written, or has refused a link that it saw.
    expect([...codes].every((code) => code === 0 || code === 1)).toBe(true);
    expect(
      readdirSync(machine.home)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(['raced', 'victim']);
    await machine.remove();
    await panel.close();
  });
});
