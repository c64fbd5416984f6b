import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../program/environment';
import { collected } from '../hooks/collect';
import type { HookRun } from '../hooks/hook-run';
import { changeSession, newSession, type SessionState } from './session-state';
import { readEntry, waitingNames } from './spool';

/** Lines as Claude Code 2.1.197 and 2.1.332 write them, as far as they are read. */
const uuid = (n: number) => `01c89286-0000-4000-8000-${String(n).padStart(12, '0')}`;
const at = (n: number) => `2026-11-27T09:${String(n).padStart(2, '0')}:00.000Z`;
const said = (n: number, type: 'user' | 'assistant', content: unknown, more: object = {}) => ({
  ...{ type, uuid: uuid(n), parentUuid: n === 1 ? null : uuid(n - 1), timestamp: at(n) },
  ...{ message: { role: type, content }, ...more },
});
const edited = (file_path: string) => [
  { type: 'text', text: 'Done.' },
  { type: 'tool_use', id: 't', name: 'Edit', input: { file_path } },
];
const before = [said(1, 'user', 'Move it.'), said(2, 'assistant', edited('/a.ts'))];
const own = [said(3, 'user', 'And the second form?'), said(4, 'assistant', edited('/b.ts'))];

describe('the transcript of a fork', () => {
  let environment: Environment;
  let run: HookRun;
  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'copied-'));
    environment = { variables: {}, home, cwd: home, platform: process.platform };
    run = {
      environment,
      api: { url: 'https://panel.example.com' },
      canRead: () => true,
    } as unknown as HookRun;
  });
  afterEach(() => rmSync(environment.home, { recursive: true }));

  const fileOf = (session_id: string) => join(environment.home, `${session_id}.jsonl`);
  const write = (session_id: string, lines: readonly object[]) =>
    writeFileSync(fileOf(session_id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  /** What the hooks of a session make of its transcript, from where the last one was. */
  const read = (session_id: string, lines: readonly object[]): Promise<SessionState> => {
    write(session_id, lines);
    return changeSession(environment, session_id, (known) => {
      const state = known ?? newSession(session_id, environment.home, 'laptop:/shop', new Date(at(30)));
      return collected(run, { ...state, transcript_path: fileOf(session_id) });
    });
  };
  const sent = (session_id: string) =>
    waitingNames(environment).flatMap((name) => {
      const entry = readEntry(environment, name);
      const messages = entry?.kind === 'messages' ? entry.messages : [];
      return messages.filter(({ external_id }) => external_id.startsWith(session_id)).map(({ text }) => text);
    });

  it('gives what is said in it alone, where it copies the lines as they are', async () => {
    await read('parent', before);
    const { digest } = await read('fork', [{ type: 'mode', mode: 'normal' }, ...before, ...own]);
    expect(sent('fork')).toEqual(['And the second form?', 'Done.']);
    expect(digest).toMatchObject({ requests: 1, first_request: 'And the second form?', files: ['/b.ts'] });
  });

  it('is known where its first answer stands before what was copied', async () => {
    await read('parent', before);
    const answer = said(40, 'assistant', 'Of the second form.');
    await read('fork', [answer, ...before, own[0] ?? {}]);
    expect(sent('fork')).toEqual(['Of the second form.', 'And the second form?']);
  });

  it('gives nothing before something is said in it, however often it is read', async () => {
    await read('parent', before);
    await read('fork', before.slice(0, 1));
    await read('fork', before);
    expect(sent('fork')).toEqual([]);
    await read('fork', [...before, ...own]);
    expect(sent('fork')).toEqual(['And the second form?', 'Done.']);
  });

  it('is known where it was forked from a fork, of which no other has all', async () => {
    await read('parent', before);
    await read('fork', [...before, ...own]);
    await read('second', [...before, ...own, said(5, 'user', 'And the third?')]);
    expect(sent('second')).toEqual(['And the third?']);
  });

  it('is known by its marked lines, whose parent no hook has seen', async () => {
    const marked = before.map((line, n) => ({
      ...{ ...line, uuid: uuid(70 + n), forkedFrom: { sessionId: 'parent', messageUuid: line.uuid } },
    }));
    await read('fork', [...marked, ...own]);
    expect(sent('fork')).toEqual(['And the second form?', 'Done.']);
  });

  it('gives what was copied, too, where no hook has seen the other one, which then gives nothing', async () => {
    write('parent', before);
    await read('fork', [...before, ...own]);
    expect(sent('fork')).toHaveLength(4);
    await read('parent', [...before, said(8, 'user', 'And here?')]);
    expect(sent('parent')).toEqual(['And here?']);
  });

  it('is looked for in what was written since alone', async () => {
    await read('parent', before);
    utimesSync(fileOf('parent'), new Date(at(0)), new Date(at(0)));
    await read('fork', [...before, ...own]);
    expect(sent('fork')).toHaveLength(4);
  });
});
