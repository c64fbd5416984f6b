import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import type { Ended } from './memory-machine';
import { PlayedTool } from './played-tool';
import { Scene } from './sessions';

interface Printed {
  systemMessage?: string;
  hookSpecificOutput: { hookEventName: string; additionalContext: string };
}

const printed = ({ code, stdout }: Ended): Printed => {
  expect(code).toBe(0);
  return JSON.parse(stdout) as Printed;
};

describe('where the memory does not load, or is not wanted', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
  });
  beforeEach(async () => {
    scene.door.fault = null;
    // For half a minute after a fault the hooks of a turn wait for the server a moment only.
    rmSync(scene.machine.path('.local/state/assistant-memory/pause.json'), { force: true });
    await scene.machine.logIn(scene.door.url);
    scene.door.asked.length = 0;
  });
  afterAll(() => scene.close());

  const hook = (event: string, session_id: string, fields: object = {}, variables = {}) =>
    scene.machine.run(
      ['hook', ...event.split(' ')],
      JSON.stringify({ session_id, cwd: scene.machine.folder, ...fields }),
      variables,
    );
  /** A start whose brief came: on a machine that is busy with other work the time of a hook may be over before. */
  async function loaded(session_id: string): Promise<Printed> {
    for (let tries = 1; ; tries++) {
      const start = printed(await hook('session-start', session_id));
      const { additionalContext } = start.hookSpecificOutput;
      if (!additionalContext.includes('could not be loaded') || tries === 20) return start;
      rmSync(scene.machine.path('.local/state/assistant-memory/pause.json'), { force: true });
    }
  }
  const count = async (text: string) => {
    const { rows } = await scene.app.memory.query<{ count: number }>(
      `select (select count(*) from chat_history where message like $1)::int
        + (select count(*) from assistant_sessions where summary like $1)::int as count`,
      [`%${text}%`],
    );
    return rows[0]?.count;
  };

  it('ends a hook whose input never ends', async () => {
    const { environment: env, folder: cwd } = scene.machine;
    const child = spawn('assistant-memory', ['hook', 'turn-end'], { env, cwd });
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    child.stdin.destroy();
  });

  it('answers whole in a pipe that is full and does not wait', async () => {
    const { environment, folder: cwd } = scene.machine;
    const HOME = scene.machine.path('not-logged-in');
    mkdirSync(HOME);
    const pipe = scene.machine.path('pipe');
    execFileSync('mkfifo', [pipe]);
    const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
    const reader = openSync(pipe, O_RDONLY | O_NONBLOCK);
    const writer = openSync(pipe, O_WRONLY | O_NONBLOCK);
    const fill = () => writeSync(writer, ' '.repeat(4_096));
    expect(() => {
      for (;;) fill();
    }).toThrow('EAGAIN');
    // Through a shell: Node lets the standard output of what it starts wait.
    const child = spawn('sh', ['-c', 'exec assistant-memory hook session-start >&3'], {
      ...{ env: { ...environment, HOME }, cwd, stdio: ['pipe', 'ignore', 'ignore', writer] },
    });
    closeSync(writer);
    child.stdin?.end(JSON.stringify({ session_id: 'full-pipe', cwd }));
    // It is written right before the answer.
    await eventually(() => existsSync(`${HOME}/.local/state/assistant-memory/last-failure.json`));
    const stdout = await text(new Socket({ fd: reader }));
    expect(printed({ code: 0, stdout, stderr: '' }).systemMessage).toContain('The memory was not loaded');
  });

  it.each([
    ['the server is away', 'down', 'gave no answer'],
    ['the server answers nothing', 'black hole', 'took'],
    ['something else answers', 'garbage', 'not that of the server'],
  ] as const)('a session is told so, its person and its model, when %s', async (_, fault, cause) => {
    scene.door.fault = fault;
    const { systemMessage, hookSpecificOutput } = printed(await hook('session-start', `s-${fault}`));
    expect(systemMessage).toMatch(/^The memory was not loaded: /);
    expect(systemMessage).toContain(cause);
    expect(systemMessage).toMatch(/assistant-memory doctor$/);
    expect(hookSpecificOutput).toEqual({
      hookEventName: 'SessionStart',
      additionalContext: expect.stringContaining('Do not conclude that nothing is known'),
    });
    const request = { prompt: 'Where is the booking form?', hook_event_name: 'BeforeAgent' };
    expect(await hook('recall', `s-${fault}`, request)).toMatchObject({ stdout: '' });
    // Where no hook runs at the start, the first request is told, once.
    const first = printed(await hook('recall --with-brief', `f-${fault}`, request));
    expect([first.systemMessage, first.hookSpecificOutput.hookEventName]).toEqual([
      expect.stringContaining(cause),
      'BeforeAgent',
    ]);
    expect(await hook('recall --with-brief', `f-${fault}`, request)).toMatchObject({ stdout: '' });
  });

  it('it is told since when, and no longer once it works again', async () => {
    const file = '.local/state/assistant-memory/failing.json';
    const since = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    scene.machine.write(file, JSON.stringify({ since }));
    scene.door.fault = 'down';
    expect(printed(await hook('session-start', 'since')).systemMessage).toContain('for 3 days');
    scene.door.fault = null;
    expect(await loaded('since')).not.toHaveProperty('systemMessage');
    expect(scene.machine.files()).not.toContain(file);
  });

  it('a key that is refused is told, and one that is not there', async () => {
    const config = '.config/assistant-memory/config.json';
    scene.machine.write(config, JSON.stringify({ url: scene.door.url, key: 'another' }));
    expect(printed(await hook('session-start', 'refused')).systemMessage).toMatch(/x-api-key.*not known/);
    const home = { XDG_CONFIG_HOME: scene.machine.path('nowhere') };
    expect(printed(await hook('session-start', 'none', {}, home)).systemMessage).toContain(
      'assistant-memory login <url>',
    );
  });

  it.each([
    [10, true],
    [30, false],
  ])('a key that ends in %i days is told of at the start: %s', async (days, isTold) => {
    const { bearer } = await signIn(scene.app);
    const expires_at = new Date(scene.app.clock.now().getTime() + days * 86_400_000).toISOString();
    const sent = { name: `of ${days} days`, scopes: ['memory'], expires_at };
    const { body } = await scene.app.http.post('/api/settings/keys').set(bearer).send(sent).expect(201);
    const { key } = body as { key: string };
    const { stdout } = await scene.machine.run(['login', scene.door.url, '--key-stdin'], key);
    const day = expires_at.slice(0, 10);
    expect(stdout).toContain(`The key ends on ${day}`);
    const start = await loaded(`days-${days}`);
    expect(start.systemMessage?.includes(`ends on ${day}`) ?? false).toBe(isTold);
    const doctor = JSON.parse((await scene.machine.run(['doctor', '--json'])).stdout) as {
      checks: { name: string; level: string; message: string }[];
    };
    expect(doctor.checks.find(({ name }) => name === 'key')).toMatchObject({
      level: isTold ? 'warning' : 'ok',
      message: expect.stringContaining(day),
    });
  });

  describe.each(['claude-code', 'codex', 'gemini'] as const)(
    'what the role of the key’s user does not allow is told once by %s',
    (tool) => {
      let owner: SignedInUser;
      let admin: SignedInUser;
      let sessions = 0;
      beforeAll(async () => {
        admin = await signIn(scene.app);
        owner = await signIn(scene.app, { role: 'operator' });
        expect(await scene.machine.run(['attach', tool])).toMatchObject({ code: 0 });
      });
      afterAll(async () => {
        await scene.machine.run(['detach', tool]);
        rmSync(scene.machine.path('.local/state/assistant-memory'), { recursive: true });
      });
      beforeEach(async () => {
        await change('operator');
        const sent = { name: `${tool} ${sessions++}`, scopes: ['memory'], owner_id: owner.id };
        const { body } = await scene.app.http
          .post('/api/settings/keys')
          .set(admin.bearer)
          .send(sent)
          .expect(201);
        await scene.machine.run(['login', scene.door.url, '--key-stdin'], (body as { key: string }).key);
      });
      const change = (role: string) =>
        scene.app.http.patch(`/api/users/${owner.id}`).set(admin.bearer).send({ role }).expect(200);
      /**
       * What the person reads of their rights while two turns are said. That a busy machine had no time for a brief says nothing of
       * them.
       */
      async function said(words: string): Promise<string[]> {
        scene.machine.forgetFaults();
        const played = await PlayedTool.start(scene.machine, tool, `${tool}-${sessions++}`);
        for (const turn of ['First', 'Second']) await played.turn(`${turn} ${words}`, `${turn} answer`);
        await played.end();
        return played.results.flatMap(({ stdout }) => {
          const { systemMessage } = (stdout === '' ? {} : JSON.parse(stdout)) as Partial<Printed>;
          return systemMessage?.includes(' may not ') ? [systemMessage] : [];
        });
      }

      it('while it lasts, and again when it fails again, and what was said meanwhile is sent then', async () => {
        const sentence =
          /may not write into the memory at \S+: that needs the role operator or admin, and the user for whom it is has viewer\.\s.*Ask an admin there .*assistant-memory login http/s;
        const told = [expect.stringMatching(sentence)];
        await change('viewer');
        // A hook at the end of a turn has a moment only to learn it; then the next session is told.
        const both = [...(await said(`one of ${tool}`)), ...(await said(`another of ${tool}`))];
        expect(both).toEqual(told);
        for (const args of [
          ['task', 'create', 'Paint'],
          ['state', 'set', 'port', '80'],
          ['state', 'set', 'port', '81'],
        ])
          expect(await scene.machine.run(args)).toMatchObject({
            code: 3,
            stderr: expect.stringMatching(sentence),
          });
        expect((await scene.machine.run(['brief'])).code).toBe(0);

        await change('operator');
        expect(await said(`more of ${tool}`)).toEqual([]);
        // What that session had no time for.
        scene.machine.forgetFaults();
        await hook('session-end', 'after-all');
        for (const words of ['one', 'another', 'more']) expect(await count(`${words} of ${tool}`)).toBe(3);
        await change('viewer');
        const again = [...(await said(`third of ${tool}`)), ...(await said(`fourth of ${tool}`))];
        expect(again).toEqual(told);
      });

      it('also where nothing is read, and the model is told at each start', async () => {
        await change('desk');
        const told = expect.stringContaining('may not read the memory at');
        expect(await said(`hidden of ${tool}`)).toEqual([told]);
        expect(await said(`hidden of ${tool}`)).toEqual([]);
        expect(await scene.machine.run(['brief'])).toMatchObject({ code: 3, stderr: told });
        const { hookSpecificOutput, systemMessage } = printed(await hook('session-start', `${tool}-desk`));
        expect([hookSpecificOutput.additionalContext, systemMessage]).toEqual([
          expect.stringContaining('could not be loaded'),
          undefined,
        ]);
      });
    },
  );

  it('no prompt stands in an address, nor what is private in it anywhere', async () => {
    const path = scene.machine.path('private.jsonl');
    const prompt = 'Which port has the staging server? <private>my password is Hunter2</private>';
    const message = { role: 'user', content: prompt };
    writeFileSync(path, `${JSON.stringify({ type: 'user', uuid: '1', message })}\n`);
    await hook('recall', 'private', { prompt, transcript_path: path });
    await hook('session-end', 'private', { transcript_path: path });
    const searches = scene.door.asked.filter((one) => /search|recall/.test(one));
    expect(new Set(searches)).toEqual(new Set(['POST /api/memory/recall']));
    expect(await count('Which port has the staging server?')).toBe(1);
    expect(await count('Hunter2')).toBe(0);
  });

  it.each(['variable', 'file'])('nothing is stored or asked for where a %s switches it off', async (way) => {
    const variables = way === 'variable' ? { ASSISTANT_MEMORY_OFF: '1' } : {};
    const cwd = scene.machine.path('work/shop/secret/part');
    scene.machine.write('work/shop/secret/part/a', '');
    if (way === 'file') scene.machine.write('work/shop/secret/.assistant-memory-ignore', '');
    const path = scene.machine.path(`off-${way}.jsonl`);
    const message = { role: 'user', content: 'Nobody is to know of the surprise party.' };
    writeFileSync(path, `${JSON.stringify({ type: 'user', uuid: '1', message })}\n`);
    for (const event of ['session-start', 'recall', 'turn-end', 'checkpoint', 'session-end']) {
      const fields = { cwd, transcript_path: path, prompt: message.content };
      expect(await hook(event, `off-${way}`, fields, variables)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    expect(scene.door.asked).toEqual([]);
    expect(await count('surprise party')).toBe(0);
  });

  it('a session does not wait again for a server that gave no answer a moment ago, and loses nothing', async () => {
    const paused = '.local/state/assistant-memory/pause.json';
    const until = JSON.stringify({ until: Date.now() + 60_000 });
    scene.machine.write(paused, until);
    scene.door.fault = 'black hole';
    const path = scene.machine.path('paused.jsonl');
    const message = { role: 'user', content: 'Paint the pause.' };
    writeFileSync(path, `${JSON.stringify({ type: 'user', uuid: '1', message })}\n`);
    const fields = { transcript_path: path, prompt: message.content };
    const headless = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
    for (const event of ['recall --with-brief', 'turn-end', 'session-end']) {
      await hook(event, 'paused', fields, headless);
      // By what it says: how long its process took to start is the machine's affair.
      const waited = Number(/longer than ([\d.]+) s/.exec(scene.machine.lastFault() ?? '')?.[1]);
      expect([event, waited <= 1]).toEqual([event, true]);
    }
    // One that is far away is waited for once the time is over.
    expect(scene.machine.read(paused)).toBe(until);
    scene.machine.forgetFaults();
    scene.door.fault = null;
    await hook('session-end', 'after-pause');
    expect(await count('Paint the pause.')).toBe(1);
  });

  describe('the end of a turn', () => {
    const spooled = () => readdirSync(scene.machine.path('.local/state/assistant-memory/spool')).length;
    const line = (role: string, content: unknown, uuid: string) =>
      `${JSON.stringify({ type: role, uuid, message: { role, content } })}\n`;
    const transcript = (name: string, ...lines: string[]) => {
      const path = scene.machine.path(`${name}.jsonl`);
      writeFileSync(path, lines.join(''));
      return path;
    };

    it('of claude -p is stored when its hook has ended, with a summary, though the transcript lags behind', async () => {
      const variables = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
      // Of one line without a result there would be no summary.
      const asked = line('user', 'Paint the gate.\nBlue.', '1');
      const transcript_path = transcript('headless', asked);
      const fields = { transcript_path, last_assistant_message: 'The gate is blue.' };
      expect(await hook('turn-end', 'headless', fields, variables)).toMatchObject({ code: 0, stdout: '' });
      expect(spooled()).toBe(0);
      // The turn itself, and the summary.
      expect([await count('Paint the gate.'), await count('The gate is blue.')]).toEqual([2, 2]);
      // Newer versions have a SessionEnd too, when the transcript is whole.
      const answer = [{ type: 'text', text: 'The gate is blue.' }];
      transcript('headless', asked, line('assistant', answer, '2'));
      await hook('session-end', 'headless', { transcript_path }, variables);
      expect([await count('Paint the gate.'), await count('The gate is blue.')]).toEqual([2, 2]);
    });

    it('in a terminal of Claude Code is in the spool, and asks the server for nothing', async () => {
      const transcript_path = transcript('terminal', line('user', 'Paint the fence.', '1'));
      const variables = { CLAUDE_CODE_ENTRYPOINT: 'cli' };
      await hook('turn-end', 'terminal', { transcript_path }, variables);
      expect([scene.door.asked, spooled()]).toEqual([[], 1]);
      await hook('checkpoint', 'terminal', { transcript_path }, variables);
      expect([await count('Paint the fence.'), spooled()]).toEqual([1, 0]);
    });

    it('of the others does not wait for a server that does not answer', async () => {
      scene.door.fault = 'black hole';
      const noted = scene.machine.path('.local/state/assistant-memory/last-failure.json');
      rmSync(noted, { force: true });
      const transcript_path = transcript('codex', line('user', 'Paint the roof.', '1'));
      await hook('turn-end', 'codex', { transcript_path });
      expect(spooled()).toBe(1);
      // It gave the server a moment only: that is no fault, and the next recall waits for it as ever.
      const paused = scene.machine.path('.local/state/assistant-memory/pause.json');
      expect([existsSync(noted), existsSync(paused)]).toEqual([false, false]);
      scene.door.fault = null;
      await hook('session-end', 'codex', { transcript_path });
      // The turn alone: it was one line without a result.
      expect([await count('Paint the roof.'), spooled()]).toEqual([1, 0]);
    });
  });
});
