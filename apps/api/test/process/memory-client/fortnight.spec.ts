import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { sessionFile } from '../../../../switch-cli/src/memory-client/store/session-state';
import type { Environment } from '../../../../switch-cli/src/program/environment';
import { signIn } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { Scene } from './sessions';

/** What the hooks of Claude Code and of others get. The days pass in the database. */
describe('a fortnight of one folder: each session begins with what a person would write down', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    git('init', '-q', '-b', 'main');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    git('remote', 'add', 'origin', 'git@github.com:ada/parcels.git');
  });
  afterAll(() => scene.close());

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: scene.machine.folder,
      stdio: 'ignore',
    });
  const environment = (): Environment => {
    const { home, folder: cwd, environment: variables } = scene.machine;
    return { variables, home, cwd, platform: process.platform };
  };
  const transcriptOf = (session_id: string) => scene.machine.path(`.transcripts-${session_id}.jsonl`);
  /** On a busy machine a hook may give up before the server has answered: the session is told anew. */
  async function hook(event: string, session_id: string, fields: object = {}): Promise<string> {
    const transcript_path = transcriptOf(session_id);
    const input = { session_id, cwd: scene.machine.folder, transcript_path, ...fields };
    for (;;) {
      scene.machine.forgetFaults();
      const { code, stdout } = await scene.machine.run(['hook', ...event.split(' ')], JSON.stringify(input));
      expect(code).toBe(0);
      if (scene.machine.lastFault() === null) return stdout;
      rmSync(sessionFile(environment(), session_id, 'told.json'), { force: true });
    }
  }
  const textOf = (stdout: string) =>
    stdout === ''
      ? ''
      : (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
          .additionalContext;
  const ask = async (session_id: string, prompt: string) =>
    textOf(await hook('recall --with-brief', session_id, { prompt, hook_event_name: 'UserPromptSubmit' }));
  const resume = async (session_id: string) =>
    textOf(await hook('session-start', session_id, { source: 'resume', hook_event_name: 'SessionStart' }));
  const end = (session_id: string) => hook('session-end', session_id, { hook_event_name: 'SessionEnd' });
  let lines = 0;
  /** A request, what a hook adds to it, and its answer. */
  async function turn(session_id: string, request: string, answer: string): Promise<string> {
    const added = await ask(session_id, request);
    for (const [type, content] of [
      ['user', request],
      ['assistant', answer],
    ] as const) {
      const message = { role: type, content: type === 'user' ? content : [{ type: 'text', text: content }] };
      const line = {
        type,
        uuid: `line-${++lines}`,
        sessionId: session_id,
        timestamp: new Date().toISOString(),
        message,
      };
      appendFileSync(transcriptOf(session_id), `${JSON.stringify(line)}\n`);
    }
    await hook('turn-end', session_id, { hook_event_name: 'Stop' });
    return added;
  }
  const summarize = (text: string, ...decisions: string[]) =>
    scene.machine.run(['summary', ...decisions.flatMap((one) => ['--decision', one])], text);
  /** What the last turns of a brief are. */
  const lastTurns = (brief: string) => brief.slice(brief.indexOf('The last turns of this project'));
  async function night(): Promise<void> {
    const day = "- interval '1 day'";
    await scene.app.memory.query(`update chat_history set timestamp = timestamp ${day}`);
    await scene.app.memory.query(`update assistant_sessions set session_date = session_date ${day}`);
    await scene.app.memory.query(`update assistant_decisions set at = at ${day}`);
  }

  it('goes through its days', async () => {
    // Monday: a logger is chosen. The hook makes an extract.
    await turn('monday', 'Which logger do we take for the api?', 'Start with winston.');
    await turn('monday', 'Add the request id to each line, please.', 'Each line has the request id.');
    await end('monday');
    await night();

    // Tuesday: it is replaced, and the assistant stores its summary itself.
    const tuesday = await turn(
      'tuesday',
      'winston is too slow, replace it by pino please.',
      'pino is in place.',
    );
    expect(lastTurns(tuesday)).toContain('request id');
    await summarize('The api logs with pino instead of winston.', 'The api logs with pino');
    await turn('tuesday', 'And make pino pretty in development.', 'pino-pretty runs in development.');
    await end('tuesday');
    await night();

    // Wednesday begins with Tuesday, not with Monday.
    const wednesday = await turn('wednesday', 'Good morning!', 'Good morning.');
    expect(wednesday).toContain('The api logs with pino');
    expect(lastTurns(wednesday)).toContain('pino pretty in development');
    expect(lastTurns(wednesday)).not.toContain('Start with winston');
    await night();

    // Thursday: a spike that is thrown away.
    git('checkout', '-q', '-b', 'spike-wasm');
    git('commit', '-q', '--allow-empty', '-m', 'spike');
    await turn(
      'thursday',
      'Rewrite the parser in WebAssembly, as a spike.',
      'The parser runs in WebAssembly.',
    );
    await summarize('The parser was rewritten as a spike.', 'The parser is written in WebAssembly');
    await end('thursday');
    git('checkout', '-q', 'main');
    git('branch', '-q', '-D', 'spike-wasm');
    await night();
    await eventually(async () =>
      (await ask(`friday-${++lines}`, 'Good morning!')).includes('gone and were not merged: spike-wasm'),
    );

    // The second Monday: a compaction, of which the model's own notes are nobody's.
    await turn('compacted', 'Design the error codes of the api.', 'They are words, such as parcel_locked.');
    await hook('compact-summary', 'compacted', {
      hook_event_name: 'PostCompact',
      compact_summary:
        '<analysis>\nFirst I thought of numbers.\n</analysis>\n<summary>\nError codes are words, such as parcel_locked.\n</summary>',
    });
    await end('compacted');
    await night();
    const after = await ask('after', 'Good morning!');
    expect(after).toContain('Error codes are words');
    expect(after).not.toContain('I thought of numbers');

    // A loop that resumes one session twenty times is told once.
    const begun = await turn('loop', 'Loop step one, please begin with the first parcel.', 'Begun.');
    expect(begun).toContain('The api logs with pino');
    let told = 0;
    for (let step = 0; step < 20; step++) told += (await resume('loop')).length;
    console.warn(
      `REPORT: twenty resumes: ${Math.ceil(told / 4)} tokens beside ${Math.ceil(begun.length / 4)} of the beginning`,
    );
    expect(told / 4).toBeLessThan(20 * 60);

    // What is asked each day brings nothing back, nor what the beginning of the session said.
    await turn('asked', 'Fix the typo in the heading of this page please', 'Done as you asked.');
    await end('asked');
    await night();
    await ask('everyday', 'Hello!');
    expect(await ask('everyday', 'Fix the typo in the heading of this page please')).toBe('');
    expect(await ask('everyday', 'Is winston still used?')).toBe('');

    // The project gets another name while a session runs.
    const { bearer } = await signIn(scene.app);
    const { rows } = await scene.app.memory.query<{ id: string }>('select id from assistant_projects');
    await scene.app.http
      .patch(`/api/memory/projects/${rows[0]!.id}`)
      .set(bearer)
      .send({ name: 'shipping' })
      .expect(200);
    await eventually(async () =>
      (await ask('everyday', 'What words are the error codes of the api?')).includes('parcel_locked'),
    );
  });
});
