import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import { startCommand } from '../harness/running-command';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/running-program';

jest.setTimeout(120_000);

/** A secret with characters that each encoding writes in its own way. */
const CANARY = `sk-ant-oat01-${randomBytes(12).toString('hex')}"é?/+~ÿÿÿ>>>`;
/** Something that may be read: what finds this would find a secret too. */
const CONTROL = `control ${randomBytes(12).toString('hex')}"é?/+~ÿÿÿ>>>`;
const SWITCH_API_KEY = randomBytes(32).toString('base64url');
const headers = { 'x-api-key': SWITCH_API_KEY, 'content-type': 'application/json' };

/** A text as six encodings write it; base64 also in the middle of something, where it may begin in three ways. */
function spellings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const base64 = (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((offset) => {
      const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString(encoding);
      return encoded.slice(offset === 0 ? 0 : 4, -4);
    }),
  );
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const hex = bytes.toString('hex');
  const all = [text, ...base64, hex, hex.toUpperCase(), encodeURIComponent(text), escaped, ascii];
  return all.map((spelling) => Buffer.from(spelling));
}

const isIn = (content: Buffer, text: string) =>
  spellings(text).some((spelling) => content.includes(spelling));

const tokens = (accessToken: string) => ({ accessToken, refreshToken: 'rt-1' });

describe('a session', () => {
  let data: DataFolder;
  let program: RunningProgram;
  let address: string;
  let active: AccountDto;
  /** What was answered, but for the reads of the session. */
  const answers: string[] = [];
  beforeAll(async () => {
    data = makeDataFolder();
    program = await start();
    address = `${program.base_url}/api/assistant-accounts`;
    const accounts = (await (await fetch(address, { headers })).json()) as AccountDto[];
    active = accounts.find(({ is_active }) => is_active)!;
  });
  afterAll(async () => {
    if (!program.hasEnded) await program.kill('SIGTERM');
    await data.remove();
  });

  const environment = () => ({ DATA_DIR: data.path, SWITCH_API_KEY, LOG_LEVEL: 'debug' });

  async function start(more: Record<string, string> = {}): Promise<RunningProgram> {
    return (await RunningProgram.start({ ...environment(), ...more })).ready();
  }

  async function put(body: string, more: Record<string, string> = {}): Promise<number> {
    const path = `${address}/${active.id}/session`;
    const answer = await fetch(path, { method: 'PUT', headers: { ...headers, ...more }, body });
    answers.push(await answer.text());
    return answer.status;
  }

  const read = async (query = '') => (await fetch(`${address}/active-session${query}`, { headers })).text();

  it('can be found by this search where it may be read', async () => {
    const document = JSON.stringify({ session_data: { claudeAiOauth: tokens(CANARY), note: CONTROL } });
    expect(await put(document)).toBe(200);
    for (const query of ['', '?format=raw']) expect(isIn(Buffer.from(await read(query)), CANARY)).toBe(true);
    for (const spelling of spellings(CANARY))
      expect(isIn(Buffer.concat([randomBytes(7), spelling]), CANARY)).toBe(true);
  });

  it('is not in what the API answers to others, however wrong they are', async () => {
    const json = JSON.stringify(CANARY);
    const session = JSON.stringify({ session_data: { claudeAiOauth: tokens(CANARY) } });
    const of = (owner: string) =>
      JSON.stringify({
        session_data: { claudeAiOauth: tokens(CANARY), oauthAccount: { accountUuid: owner } },
      });
    expect([
      await put(session, { 'if-match': '"0"' }),
      await put(`{"session_data":${json}}`),
      await put(`{"session_data":[${json}]}`),
      await put(`{"session_data":{"token":${json}}`),
      await put(`{"session_data":{"token":${json.replace('"sk', '"\\u0000sk')}}}`),
      await put(`{"session_data":{"token":${json},"more":"${'x'.repeat(300_000)}"}}`),
      await put(`{"session_data":{"token":${json},"more":"${'x'.repeat(1_100_000)}"}}`),
      await put(`{"session_data":${'['.repeat(40)}${json}${']'.repeat(40)}}`),
      await put(session, { 'content-type': 'text/plain' }),
      await put(session, { 'x-api-key': 'wrong' }),
      await put(`{"session_data":{"claudeAiOauth":{"accessToken":${json}}}}`),
      await put(of('ada')),
      await put(of('bob')),
      await put(session),
    ]).toEqual([412, 400, 400, 400, 400, 400, 413, 400, 415, 401, 400, 200, 409, 200]);
    for (const path of ['', `/${active.id}/sessions`, '/x', '/active-session?format=x', `/${active.id}`]) {
      answers.push(await (await fetch(address + path, { headers })).text());
    }
    const activated = await fetch(`${address}/${active.id}/activate`, { method: 'POST', headers });
    answers.push(await activated.text());
    for (const answer of answers)
      expect([answer, isIn(Buffer.from(answer), CANARY)]).toEqual([answer, false]);
  });

  it('is in no file of the data folder, not even in the write-ahead log, while the server runs', async () => {
    const control = await fetch(program.webhook('assistant-update-state'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ key: 'control', value: CONTROL }),
    });
    expect(control.status).toBe(201);
    expect(filesWith(CANARY)).toEqual([]);
    expect(filesWith(CONTROL)).toContainEqual(expect.stringContaining('pg_wal'));
  });

  it('is neither in the files nor in the log after the server was killed, came back, got another key and stopped', async () => {
    await program.kill('SIGKILL');
    const killed = program.output;
    const [, generated = ''] =
      /^CREDENTIALS_KEY=(.*)$/m.exec(contentOf(join(data.path, 'secrets.env')).toString()) ?? [];
    const keys = {
      CREDENTIALS_KEY: randomBytes(32).toString('base64'),
      CREDENTIALS_KEYS_PREVIOUS: generated,
    };
    program = await start(keys);
    address = `${program.base_url}/api/assistant-accounts`;
    const rotated = await startCommand('keys-rotate', { ...environment(), ...keys }).ended;
    expect(rotated).toEqual({ code: 0, output: expect.stringContaining('Encrypted anew: 4.'), errors: '' });
    expect(await read()).toContain(JSON.stringify(CANARY));
    await program.kill('SIGTERM');
    const logs = killed + program.output + rotated.output;
    expect(logs).toContain('"route":"/api/assistant-accounts/:id/session"');
    expect(isIn(Buffer.from(logs), CANARY)).toBe(false);
    expect(filesWith(CANARY)).toEqual([]);
    expect(filesWith(CONTROL)).toContainEqual(expect.stringContaining('base'));
  });

  /** The files below the data folder that hold a text in any of the encodings. */
  function filesWith(text: string): string[] {
    return readdirSync(data.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => isIn(contentOf(file), text));
  }

  /** PostgreSQL takes files away while it runs. */
  function contentOf(file: string): Buffer {
    try {
      return readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  }
});
