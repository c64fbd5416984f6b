import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AccountDto } from '@groupless/shared-dto';
import { bytesOf, filesBelow } from '../harness/databases/files-below';
import { contains, isIn, spellings } from '../harness/hostile/spellings';
import { issueSecrets } from '../harness/hostile/issued-secrets';
import { startCommand } from '../harness/programs/running-command';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { RunningProgram, type DataFolder } from '../harness/programs/running-program';

/** A secret with characters that each encoding writes in its own way. */
const CANARY = `sk-ant-oat01-${randomBytes(12).toString('hex')}"é?/+~ÿÿÿ>>>`;
/** Something that may be read: what finds this would find a secret too. */
const CONTROL = `control ${randomBytes(12).toString('hex')}"é?/+~ÿÿÿ>>>`;
const SWITCH_API_KEY = randomBytes(32).toString('base64url');
const PASSWORD = `pass ${randomBytes(12).toString('hex')} wörd`;
const headers = { 'x-api-key': SWITCH_API_KEY, 'content-type': 'application/json' };

/** Files that are there to keep secrets. */
const SECRET_FILES = ['secrets.env', 'database-passwords.json'];

const tokens = (accessToken: string) => ({ accessToken, refreshToken: 'rt-1' });

describe('a session', () => {
  let data: DataFolder;
  let program: RunningProgram;
  let address: string;
  let active: AccountDto;
  /** What was answered, but for the reads of the session. */
  const answers: string[] = [];
  beforeAll(async () => {
    data = await makeReadyDataFolder();
    program = await start();
    address = `${program.base_url}/api/assistant-accounts`;
    const accounts = (await (await fetch(address, { headers })).json()) as AccountDto[];
    active = accounts.find(({ is_active }) => is_active)!;
  });
  afterAll(async () => {
    if (!program.hasEnded) await program.kill('SIGTERM');
    await data.remove();
  });

  const environment = () => ({
    DATA_DIR: data.path,
    SWITCH_API_KEY,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'debug',
  });

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

  it('is kept like all other secrets, in no file but those for it, no log, page or answer', async () => {
    const issued = await issueSecrets({
      base_url: program.base_url,
      email: 'admin@localhost',
      password: PASSWORD,
    });
    const generated = bytesOf(join(data.path, 'secrets.env')).toString();
    for (const [, name = '', value = ''] of generated.matchAll(/^(\w+)=(.{16,})$/gm)) issued[name] = value;
    expect(Object.keys(issued).length).toBeGreaterThan(16);
    expect(Object.entries(issued).filter(([, secret]) => secret.length < 16)).toEqual([]);
    const pages: string[] = [];
    for (const path of ['', 'login', 'install', 'api/docs', 'api/docs-json', 'api/settings/keys', 'x.js'])
      pages.push(await (await fetch(`${program.base_url}/${path}`)).text());
    for (const secret of Object.values(issued)) pages.push(...(await mistakesWith(secret)));
    // The ids of webhooks stand in the database, where they are looked up; they are secret to everybody else.
    const [, webhookId = ''] = /webhook\/([^/]+)\//.exec(program.webhook('assistant-context')) ?? [];
    const printed = program.output.slice(program.output.indexOf('Press Ctrl-C'));
    const found = Object.entries(issued).flatMap(([name, secret]) => [
      ...(isIn(Buffer.from(printed), secret) ? [`${name} in the log`] : []),
      ...pages.filter((page) => isIn(Buffer.from(page), secret)).map((page) => `${name} in ${page}`),
    ]);
    expect(found).toEqual([]);
    const isSecretFile = (file: string) => SECRET_FILES.some((own) => file.endsWith(own));
    expect(filesWith(...Object.values(issued)).filter((file) => !isSecretFile(file))).toEqual([]);
    expect(webhookId).not.toBe('');
    expect([printed, ...pages].filter((text) => text.includes(webhookId))).toEqual([]);
  });

  /** What the server answers to somebody who sends a secret to the wrong place. */
  async function mistakesWith(secret: string): Promise<string[]> {
    const json = { 'content-type': 'application/json' };
    const post = (path: string, body: string, more = {}) =>
      fetch(`${program.base_url}/${path}`, { method: 'POST', headers: { ...json, ...more }, body });
    const wrong = await Promise.all([
      fetch(`${program.base_url}/api/${encodeURIComponent(secret)}`),
      fetch(`${program.base_url}/api/clients?search=${encodeURIComponent(secret)}`),
      fetch(`${program.base_url}/webhook/${encodeURIComponent(secret)}/webhook/assistant-context`),
      fetch(`${program.base_url}/api/clients`, {
        headers: { authorization: `Basic ${encodeURIComponent(secret)}` },
      }),
      post('api/auth/login', JSON.stringify({ email: secret, password: secret, totp: 5 })),
      post('api/auth/login', `{"email": ${JSON.stringify(secret)} "password"`),
      post('api/auth/confirm', JSON.stringify({ totp: secret })),
    ]);
    return Promise.all(wrong.map((answer) => answer.text()));
  }

  it('is neither in the files nor in the log after the server was killed, came back, got another key and stopped', async () => {
    await program.kill('SIGKILL');
    const killed = program.output;
    const [, generated = ''] =
      /^CREDENTIALS_KEY=(.*)$/m.exec(bytesOf(join(data.path, 'secrets.env')).toString()) ?? [];
    const keys = {
      CREDENTIALS_KEY: randomBytes(32).toString('base64'),
      CREDENTIALS_KEYS_PREVIOUS: generated,
    };
    program = await start(keys);
    address = `${program.base_url}/api/assistant-accounts`;
    const rotated = await startCommand('keys-rotate', { ...environment(), ...keys }).ended;
    expect(rotated).toEqual({ code: 0, output: expect.stringContaining('Encrypted anew: 6.'), errors: '' });
    expect(await read()).toContain(JSON.stringify(CANARY));
    await program.kill('SIGTERM');
    const logs = killed + program.output + rotated.output;
    expect(logs).toContain('"route":"/api/assistant-accounts/:id/session"');
    expect(isIn(Buffer.from(logs), CANARY)).toBe(false);
    expect(filesWith(CANARY)).toEqual([]);
    expect(filesWith(CONTROL)).toContainEqual(expect.stringContaining('base'));
  });

  /** The files below the data folder that hold one of these texts in any of the encodings. */
  function filesWith(...texts: string[]): string[] {
    const spelled = texts.flatMap(spellings);
    return filesBelow(data.path).filter((file) => contains(bytesOf(file), spelled));
  }
});
