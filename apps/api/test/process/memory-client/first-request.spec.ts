import { rmSync, writeFileSync } from 'node:fs';
import { sessionFile } from '../../../../switch-cli/src/memory-client/store/session-state';
import type { Environment } from '../../../../switch-cli/src/program/environment';
import { Scene } from './sessions';

const BRIEF = 'What follows is data from the memory';
const RECALLED = 'From the memory, about';
/** What Claude Code shows whole. */
const MOST_CHARACTERS = 9_500;

describe('the first request of a session that was told nothing', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await Scene.open();
    await scene.machine.run(['state', 'set', 'kiln_colour', 'terracotta']);
    await says('first', 'The kiln of the pottery fires at 1240 degrees.');
    // The last turns are those of this one.
    await says('second', 'Paint the door.');
  });
  afterAll(() => scene.close());

  const tried = async (event: string, session_id: string, fields: object = {}) => {
    const input = { session_id, cwd: scene.machine.folder, transcript_path: '/none', ...fields };
    scene.machine.forgetFaults();
    const { code, stdout } = await scene.machine.run(['hook', ...event.split(' ')], JSON.stringify(input));
    expect(code).toBe(0);
    return { stdout, isInTime: scene.machine.lastFault() === null };
  };
  const hook = async (event: string, session_id: string, fields: object = {}) => {
    for (;;) {
      const { stdout, isInTime } = await tried(event, session_id, fields);
      if (isInTime) return stdout;
      // On a busy machine a hook may give up before the server has answered: the session is told anew.
      if (stdout.includes('could not be loaded')) rmSync(sessionFile(environment(), session_id, 'told.json'));
    }
  };
  const environment = (): Environment => {
    const { home, folder: cwd, environment: variables } = scene.machine;
    return { variables, home, cwd, platform: process.platform };
  };
  const ask = (session_id: string, prompt: string, hook_event_name = 'UserPromptSubmit') =>
    hook('recall --with-brief', session_id, { prompt, hook_event_name });
  const said = (stdout: string) =>
    JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
  const textOf = (stdout: string) => said(stdout).hookSpecificOutput.additionalContext;
  /**
   * On a busy machine the time of a hook may end before its answers, or between the brief and the recall. Another session asks then:
   * what one asks twice counts as said, and becomes the last turn of the project.
   */
  async function askedInTime(name: string, prompt: string, part = BRIEF) {
    for (let count = 0; ; count++) {
      const fields = { prompt, hook_event_name: 'UserPromptSubmit' };
      const session_id = `${name}-${count}`;
      const { stdout, isInTime } = await tried('recall --with-brief', session_id, fields);
      if (isInTime && textOf(stdout).includes(part)) return { session_id, stdout };
    }
  }
  const times = (text: string, part: string) => text.split(part).length - 1;

  async function says(session_id: string, text: string): Promise<void> {
    const transcript_path = scene.machine.path(`${session_id}.jsonl`);
    const line = { type: 'user', uuid: session_id, message: { role: 'user', content: text } };
    writeFileSync(transcript_path, `${JSON.stringify(line)}\n`);
    await hook('session-end', session_id, { transcript_path });
  }

  const turnsWith = async (text: string) => {
    const { rows } = await scene.app.memory.query<{ role: string }>(
      'select role from chat_history where message like $1',
      [`%${text}%`],
    );
    return rows.length;
  };

  it('brings the brief and what the memory holds about it, and neither is said again', async () => {
    // What the brief says is not said by the recall beside it, nor are the last turns.
    const colour = textOf((await askedInTime('colour', 'Which kiln_colour is it, terracotta?')).stdout);
    expect(times(colour, 'terracotta')).toBe(1);
    const door = textOf((await askedInTime('door', 'Is the door to paint?')).stdout);
    expect([times(door, '> user'), times(door, 'Paint the door')]).toEqual([1, 1]);
    const question = 'At how many degrees fires the kiln of the pottery?';
    const { session_id, stdout } = await askedInTime('asking', question, RECALLED);
    const text = textOf(stdout);
    expect(text.indexOf(RECALLED)).toBeGreaterThan(text.indexOf(BRIEF));
    expect(text.slice(text.indexOf(RECALLED))).toContain('1240 degrees');
    expect(await ask(session_id, question)).toBe('');
  });

  it.each([
    ['Hello!', 'UserPromptSubmit'],
    ['/deploy now', 'UserPromptSubmit'],
    ['Thank you, very kind!', 'BeforeAgent'],
  ])('brings the brief where it asks for nothing: %s', async (prompt, event) => {
    const { hookEventName, additionalContext } = said(await ask(prompt, prompt, event)).hookSpecificOutput;
    expect(hookEventName).toBe(event);
    expect([additionalContext.includes(BRIEF), additionalContext.includes(RECALLED)]).toEqual([true, false]);
  });

  it('brings no brief to a session that got it at its start', async () => {
    expect(said(await hook('session-start', 'started', { source: 'startup' }))).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining(BRIEF),
      },
    });
    expect(await ask('started', 'Hello!')).toBe('');
    expect(textOf(await ask('started', 'At how many degrees fires the kiln of the pottery?'))).not.toContain(
      BRIEF,
    );
  });

  it('brings it once more after a compaction, and not with the request after that', async () => {
    await ask('compacted', 'Hello!');
    expect(textOf(await hook('session-start', 'compacted', { source: 'compact' }))).toContain(BRIEF);
    expect(await ask('compacted', 'Hello again!')).toBe('');
  });

  it('has the last turns, but not where the conversation is there, nor where it was thrown away', async () => {
    const started = async (session_id: string, source: string) =>
      textOf(await hook('session-start', session_id, { source })).includes('The last turns of this project');
    expect(await started('going on', 'startup')).toBe(true);
    expect(await started('going on', 'resume')).toBe(false);
    expect(await started('of another machine', 'resume')).toBe(true);
    expect(await started('cleared', 'clear')).toBe(false);
  });

  it('is not told again where the conversation is there, only what is new since', async () => {
    const resumed = async () => textOf(await hook('session-start', 'looped', { source: 'resume' }));
    expect(textOf(await ask('looped', 'Hello there!'))).toContain(BRIEF);
    const told = await resumed();
    expect(told).toMatch(/^Nothing in the memory is new since [^\n]*\s*$/);
    await scene.machine.run(['state', 'set', 'glaze', 'celadon']);
    const news = await resumed();
    expect(news).toContain('celadon');
    expect(news.split('\n').length).toBeLessThan(12);
    expect(await resumed()).toBe(told);
    // After a compaction all of it is gone.
    expect(textOf(await hook('session-start', 'looped', { source: 'compact' }))).toContain(BRIEF);
  });

  it('keeps two sessions of one folder apart', async () => {
    await ask('left', 'Hello!');
    expect(textOf(await ask('right', 'Hello!'))).toContain(BRIEF);
    expect(await ask('left', 'And now?')).toBe('');
  });

  it('is remembered beside the brief, and stored where the assistant never writes it down', async () => {
    await ask('lost', 'Where is the lost marble?');
    await hook('session-end', 'lost', { transcript_path: scene.machine.path('never.jsonl') });
    expect(await turnsWith('lost marble')).toBe(1);
  });

  it('is not among the last turns itself where there is no transcript, and is sent by a later hook', async () => {
    const more = { prompt: 'Where is the anvil of the smith?', transcript_path: '' };
    const text = textOf(await hook('recall --with-brief', 'silent', more));
    expect([text.includes(BRIEF), text.includes('anvil')]).toEqual([true, false]);
    await hook('session-end', 'silent', { transcript_path: '' });
    expect(await turnsWith('anvil')).toBe(1);
  });

  it('is stored by the hook at the end of the turn where its own hook never ran', async () => {
    const transcript_path = scene.machine.path('unasked.jsonl');
    const lines = ['user', 'assistant'].map((role) => ({
      ...{ type: role, uuid: role, message: { role, content: [{ type: 'text', text: 'The blue marble.' }] } },
    }));
    writeFileSync(transcript_path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await hook('turn-end', 'unasked', { transcript_path, last_assistant_message: 'The blue marble.' });
    await hook('session-end', 'unasked', { transcript_path });
    expect(await turnsWith('blue marble')).toBe(2);
    // The next request of the session brings the brief.
    expect(textOf(await ask('unasked', 'Hello!'))).toContain(BRIEF);
  });

  it('brings nothing of another project that has got the name of this one', async () => {
    await ask('known', 'Hello!');
    await scene.app.memory.query(`update assistant_projects set name = 'smithy' where name = 'shop'`);
    await scene.app.memory.query(`insert into assistant_projects (name) values ('shop')`);
    const set = ['state', 'set', 'boiler_pressure', '17 bar', '--project', 'shop'];
    expect(await scene.machine.run(set)).toMatchObject({ code: 0 });
    const text = textOf(await ask('renamed', 'Which boiler_pressure in bar?'));
    expect([text.includes(BRIEF), text.includes('17 bar')]).toEqual([true, false]);
    const names = scene.machine.read('.local/state/assistant-memory/projects.json');
    expect(Object.values(JSON.parse(names) as object)).toEqual(['smithy']);
  });

  it('stays within what an assistant shows whole, as escaped together', async () => {
    const long = (text: string) => `${text} ${'"\\" '.repeat(450)}`;
    for (let n = 0; n < 12; n++) await scene.machine.run(['state', 'set', `gate_${n}`, long(`gate ${n}`)]);
    await says('wide', long('The weathervane of the barn points north.'));
    await says('wider', long('Sweep the yard.'));
    const { stdout } = await askedInTime('long', 'Where does the weathervane of the barn point?', RECALLED);
    expect(stdout.trim().length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect([textOf(stdout).includes(BRIEF), textOf(stdout).includes('weathervane')]).toEqual([true, true]);
  });
});
