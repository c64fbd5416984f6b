import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Notes its process id, and does what stands in `plan` at its place: one word a run. */
const PROGRAM = `
  const { appendFileSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const place = (name) => join(__dirname, name);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    appendFileSync(place('signals'), signal + '\\n');
    setTimeout(() => process.exit(0), word === 'slow' ? 1_000 : 100);
  });
  process.on('disconnect', () => process.exit(0));
  process.channel.unref();
  appendFileSync(place('runs'), process.pid + '\\n');
  const run = readFileSync(place('runs'), 'utf8').trim().split('\\n').length - 1;
  const [word, code] = readFileSync(place('plan'), 'utf8').split(',')[run].split(':');
  if (word === 'fail') process.exit(Number(code));
  process.send('ready', () => word === 'crash' && process.exit(Number(code)));
  setInterval(() => undefined, 1_000);
`;

describe('the supervisor of npm start', () => {
  let folder: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'supervise-'));
    writeFileSync(join(folder, 'program.cjs'), PROGRAM);
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    for (const pid of runs()) endIfRunning(pid);
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts a program that crashed again, until it ends in order', async () => {
    const [code] = await once(supervised('crash:1,crash:134,fail:0'), 'exit');
    expect([code, runs().length]).toEqual([0, 3]);
  });

  it.each([
    ['a start that fails', 'fail:1', 1],
    ['settings that cannot be used', 'crash:78', 78],
  ])('passes on the exit code of %s', async (_what, plan, expected) => {
    const [code] = await once(supervised(plan), 'exit');
    expect([code, runs().length]).toEqual([expected, 1]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops the program on %s, and starts it no more',
    async (signal) => {
      const supervisor = supervised('serve');
      await waitForRuns(1);
      supervisor.kill(signal);
      const [code] = await once(supervisor, 'exit');
      expect([code, runs().length, textOf('signals')]).toEqual([0, 1, `${signal}\n`]);
    },
  );

  it.each([
    ['npm alone, whose shell passes no signal on', 'serve', false],
    // The shell of npm ends long before such a program.
    ['its whole process group, where stopping takes long', 'slow', true],
  ])('stops the program once when %s is ended', async (_what, plan, isGroup) => {
    const manifest = { name: 'supervised', version: '1.0.0', scripts: { start: `node run.mjs` } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'run.mjs'), runner());
    writeFileSync(join(folder, 'plan'), plan);
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
    started.push(npm);
    await waitForRuns(1);
    process.kill(isGroup ? -npm.pid! : npm.pid!, 'SIGTERM');
    await waitUntil(() => !isRunning(runs()[0] ?? 0));
    expect(textOf('signals')).toBe('SIGTERM\n');
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('starts the program without core dumps, and what that starts too', async () => {
    const supervisor = supervised('serve');
    await waitForRuns(1);
    const limits = readFileSync(`/proc/${runs()[0]}/limits`, 'utf8');
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
    supervisor.kill('SIGTERM');
    await once(supervisor, 'exit');
  });

  it('leaves no program behind when it is killed', async () => {
    const supervisor = supervised('serve');
    await waitForRuns(1);
    supervisor.kill('SIGKILL');
    await waitUntil(() => !isRunning(runs()[0] ?? 0));
  });

  function supervised(plan: string): ChildProcess {
    writeFileSync(join(folder, 'plan'), plan);
    writeFileSync(join(folder, 'run.mjs'), runner());
    const child = spawn(process.execPath, [join(folder, 'run.mjs')], { stdio: 'ignore' });
    started.push(child);
    return child;
  }

  function runner(): string {
    const modulePath = JSON.stringify(join(__dirname, 'supervise.mjs'));
    const program = JSON.stringify(join(folder, 'program.cjs'));
    return `const { supervise } = await import(${modulePath}); process.exitCode = await supervise([${program}]);`;
  }

  function runs(): number[] {
    return textOf('runs').split('\n').filter(Boolean).map(Number);
  }

  function textOf(name: string): string {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch {
      return '';
    }
  }

  const waitForRuns = (count: number) => waitUntil(() => runs().length === count);
});

/** Until the time limit of the test. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function endIfRunning(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGKILL');
}
