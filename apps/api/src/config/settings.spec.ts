import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noticesFor } from './notices';
import { isPlaceholder } from './placeholder';
import { completeSecrets, secretsPath } from './secrets-file';
import { workflowKeyExpiry, workflowKeyNotice } from './workflow-key-expiry';
import { readSettings } from './settings';

/** What a strict start needs. */
const STRICT = {
  PUBLIC_URL: 'https://panel.example.com',
  JWT_SECRET: 'jwt-7c1fd0b1f5e84b6c8e0a5d3b9f24',
  CREDENTIALS_KEY: 'xG0b1nUe4jVt8yLqZ2rWc7dSf5hKp9mA3oTiE6vBwYk=',
  SWITCH_API_KEY: 'switch-1b4de2a87c5f4e0b9d3f6a20c8',
  AGENT_API_KEY: 'agent-93ac5e0d7f2b4c6e8a1d0f4b72c9',
  WORKFLOW_API_KEY: 'workflow-5d8e1f3a7c2b4e6d9f0a1b3c',
};

describe('readSettings', () => {
  it('has a default for everything that is not a secret', () => {
    expect(readSettings({})).toMatchObject({
      strict: false,
      port: 3000,
      host: '127.0.0.1',
      public_url: null,
      pool_size: 10,
      admin_email: 'admin@localhost',
      memory_key_demanded: false,
      workflow_api_key_expires_at: new Date('2030-01-01T00:00:00Z'),
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readSettings({ PORT: '', MEMORY_API_KEY: '' })).toMatchObject({
      port: 3000,
      memory_api_key: null,
    });
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('is not strict on %s', (HOST) => {
    expect(readSettings({ HOST }).strict).toBe(false);
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'is not strict for %s',
    (PUBLIC_URL) => {
      expect(readSettings({ PUBLIC_URL }).strict).toBe(false);
    },
  );

  it.each(['0.0.0.0', '::', '10.0.0.1', 'example.com'])('is strict on %s', (HOST) => {
    expect(() => readSettings({ HOST })).toThrow('JWT_SECRET is required in a strict start');
  });

  it.each(['ftp://x', 'https://x/path', 'https://user@x', 'https://x?q', 'x'])(
    'refuses %s as PUBLIC_URL',
    (PUBLIC_URL) => {
      expect(() => readSettings({ PUBLIC_URL })).toThrow('PUBLIC_URL must be');
    },
  );

  it('drops the slash at the end of PUBLIC_URL', () => {
    expect(readSettings({ PUBLIC_URL: 'http://localhost:3000/' }).public_url).toBe('http://localhost:3000');
  });

  it.each(['2030-01-01', '2030-01-01T00:00:00', 'never', '2030-13-01T00:00:00Z'])(
    'refuses %s as an instant',
    (value) => {
      expect(() => readSettings({ WORKFLOW_API_KEY_EXPIRES_AT: value })).toThrow(
        'WORKFLOW_API_KEY_EXPIRES_AT must be',
      );
    },
  );

  it.each(['1e3', '0x10', '-1', '3.5', ' 5', '65536', '0'])('refuses %s as PORT', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow('PORT must be a whole number from 1 to 65535');
  });

  it('trusts proxies by number or by address, and refuses anything else', () => {
    const { trust_proxy } = readSettings({ ...STRICT, TRUST_PROXY: '2' });
    const trusts = trust_proxy as (address: string, hop: number) => boolean;
    expect([0, 1, 2].map((hop) => trusts('10.0.0.1', hop))).toEqual([true, true, false]);
    expect(readSettings({ ...STRICT, TRUST_PROXY: '10.0.0.0/8, ::1' }).trust_proxy).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
    expect(readSettings({}).trust_proxy).toBe(false);
    expect(() => readSettings({ TRUST_PROXY: '10.0.0.0/33' })).toThrow('TRUST_PROXY must be');
  });

  it.each(['DIRECT_URL', 'OWNER_URL', 'READ_URL'])('refuses a %s without the URL beside it', (which) => {
    expect(() => readSettings({ [`PANEL_DATABASE_${which}`]: 'postgres://a:b@c/d' })).toThrow(
      `PANEL_DATABASE_${which} needs PANEL_DATABASE_URL`,
    );
  });

  it('refuses a folder for backups without the key that encrypts them', () => {
    expect(() => readSettings({ BACKUP_DIR: 'backups' })).toThrow('BACKUP_DIR needs BACKUP_KEY');
  });

  it.each(['ü'.repeat(40), `${'k'.repeat(40)} `, `${'k'.repeat(20)}\n${'k'.repeat(20)}`])(
    'refuses a key that no header can carry: %j',
    (AGENT_API_KEY) => {
      expect(() => readSettings({ AGENT_API_KEY })).toThrow('AGENT_API_KEY must be printable ASCII');
    },
  );

  it.each(['[::1]', 'a b', '127.0.0.1:80', 'http://x'])('refuses %s as HOST', (HOST) => {
    expect(() => readSettings({ HOST })).toThrow('HOST must be an address or a name');
  });

  it.each(['1', 'loopback', '10.0.0.1'])('is strict behind a proxy (TRUST_PROXY=%s)', (TRUST_PROXY) => {
    expect(() => readSettings({ TRUST_PROXY })).toThrow('PUBLIC_URL is required in a strict start');
    expect(readSettings({ ...STRICT, TRUST_PROXY })).toMatchObject({
      strict: true,
      memory_key_demanded: true,
    });
  });

  it('refuses one value for several secrets in a strict start, without telling it', () => {
    const same = { ...STRICT, MEMORY_API_KEY: STRICT.AGENT_API_KEY, SWITCH_API_KEY: STRICT.JWT_SECRET };
    expect(() => readSettings(same)).toThrow('SWITCH_API_KEY has the same value as JWT_SECRET');
    expect(() => readSettings(same)).toThrow('MEMORY_API_KEY has the same value as AGENT_API_KEY');
    expect(() => readSettings(same)).not.toThrow(STRICT.JWT_SECRET);
  });

  it('demands a key of the webhooks where one is set', () => {
    expect(readSettings({ MEMORY_API_KEY: 'k'.repeat(32) }).memory_key_demanded).toBe(true);
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groupless-settings-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read without its last line break, and with every other character', () => {
    const path = join(folder, 'key');
    writeFileSync(path, ` ${'é'.repeat(40)} \r\n`);
    expect(readSettings({ JWT_SECRET_FILE: path }).secrets.JWT_SECRET).toBe(` ${'é'.repeat(40)} `);
  });

  it('is refused where the variable is set too', () => {
    expect(() => readSettings({ JWT_SECRET: 'x'.repeat(40), JWT_SECRET_FILE: '/x' })).toThrow(
      'JWT_SECRET is set twice',
    );
  });

  it('is refused by name where the file cannot be read', () => {
    expect(() => readSettings({ PANEL_DATABASE_URL_FILE: join(folder, 'none') })).toThrow(
      /PANEL_DATABASE_URL cannot be read from the file .* \(ENOENT\)/,
    );
  });

  it('counts for secrets alone', () => {
    expect(readSettings({ PORT_FILE: '/x' }).port).toBe(3000);
  });
});

describe('completeSecrets', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'groupless-secrets-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('makes what the environment leaves out, once', () => {
    const settings = readSettings({ DATA_DIR: dataDir, AGENT_API_KEY: 'a'.repeat(40) });
    const first = completeSecrets(settings);
    expect(first.AGENT_API_KEY).toBe('a'.repeat(40));
    expect(Buffer.from(first.CREDENTIALS_KEY, 'base64')).toHaveLength(32);
    expect(new Set(Object.values(first)).size).toBe(5);
    expect(completeSecrets(settings)).toEqual(first);
  });

  it('gives a key of the workflows that it makes five years from then, whatever is added later', () => {
    const settings = readSettings({ DATA_DIR: dataDir, AGENT_API_KEY: 'a'.repeat(40) });
    completeSecrets(settings, new Date('2027-03-01T10:00:00Z'));
    completeSecrets(readSettings({ DATA_DIR: dataDir }), new Date('2028-03-01T10:00:00Z'));
    const end = workflowKeyExpiry(settings, new Date('2029-01-01T00:00:00Z'));
    expect(end).toEqual(new Date('2032-03-01T10:00:00Z'));
    const warned = (at: string) =>
      workflowKeyNotice({ ...settings, workflow_api_key_expires_at: end }, new Date(at));
    expect(warned('2031-11-30T00:00:00Z')).toBeNull();
    expect(warned('2031-12-03T00:00:00Z')).toContain('is refused from 2032-03-01T10:00:00.000Z');
    expect(warned('2032-03-01T10:00:00Z')).toContain('has been refused since');
  });

  it('takes the time that is set for it, and the default for a key of the environment', () => {
    const set = readSettings({ DATA_DIR: dataDir, WORKFLOW_API_KEY_EXPIRES_AT: '2030-01-01T00:00:00Z' });
    completeSecrets(set);
    expect(workflowKeyExpiry(set)).toEqual(new Date('2030-01-01T00:00:00Z'));
    const named = readSettings({ DATA_DIR: dataDir, WORKFLOW_API_KEY: 'w'.repeat(40) });
    expect(workflowKeyExpiry(named)).toEqual(new Date('2030-01-01T00:00:00Z'));
  });

  it('takes the date of the file for the start where an earlier version made it', async () => {
    const settings = readSettings({ DATA_DIR: dataDir });
    completeSecrets(settings);
    const path = secretsPath(dataDir);
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^# WORKFLOW.*\n/m, ''));
    await utimes(path, new Date('2026-05-05T00:00:00Z'), new Date('2026-05-05T00:00:00Z'));
    expect(workflowKeyExpiry(settings)).toEqual(new Date('2031-05-05T00:00:00Z'));
  });

  it('adds one that the file lacks and leaves the others alone', () => {
    const first = completeSecrets(readSettings({ DATA_DIR: dataDir, AGENT_API_KEY: 'a'.repeat(40) }));
    const second = completeSecrets(readSettings({ DATA_DIR: dataDir }));
    expect(second).toEqual({ ...first, AGENT_API_KEY: expect.not.stringMatching(/^a+$/) as string });
  });

  it('makes a file that others can read private', () => {
    const settings = readSettings({ DATA_DIR: dataDir });
    completeSecrets(settings);
    chmodSync(secretsPath(dataDir), 0o644);
    completeSecrets(settings);
    expect(statSync(secretsPath(dataDir)).mode & 0o777).toBe(0o600);
  });

  it('refuses to make a new CREDENTIALS_KEY beside secrets that were kept', () => {
    const { JWT_SECRET } = completeSecrets(readSettings({ DATA_DIR: dataDir }));
    writeFileSync(secretsPath(dataDir), `JWT_SECRET=${JWT_SECRET}\n`);
    expect(() => completeSecrets(readSettings({ DATA_DIR: dataDir }))).toThrow('CREDENTIALS_KEY is missing');
  });

  it.each(['/proc/nowhere', '/dev/null', '/dev/null/below'])(
    'says plainly that %s is no data folder',
    (DATA_DIR) => {
      expect(() => completeSecrets(readSettings({ DATA_DIR }))).toThrow(
        /^The data folder .* cannot be used \(E[A-Z]+\)/,
      );
    },
  );

  it.each([
    ['JWT_SECRET=short', 'line 2: the value of JWT_SECRET is none that'],
    ['sk-short', 'line 2: is not NAME=value'],
    [
      'CREDENTIALS_KEYS_PREVIOUS=short',
      'line 2: CREDENTIALS_KEYS_PREVIOUS is no known secret; if it is a setting, it belongs into the environment or .env',
    ],
    ['JWT_SECERT=short', 'line 2: JWT_SECERT is no known secret'],
  ])(
    'refuses a file with %s, which it does not understand, and says the line without its value',
    (line, says) => {
      writeFileSync(secretsPath(dataDir), `# Kept.\n${line}\n`);
      const start = () => completeSecrets(readSettings({ DATA_DIR: dataDir }));
      expect(start).toThrow(says);
      expect(start).not.toThrow(/short/);
    },
  );
});

describe('isPlaceholder', () => {
  it.each([
    'changeme',
    'CHANGE_ME_please',
    'your-secret-here',
    '<jwt secret>',
    'x'.repeat(40),
    'secret-1234',
    'password',
  ])('knows %s', (value) => expect(isPlaceholder(value)).toBe(true));

  it.each(['7c1fd0b1f5e84b6c8e0a5d3b9f24', 'correct horse battery staple', 'wJ3-_kq8Zr0tYb'])(
    'lets %s pass',
    (value) => expect(isPlaceholder(value)).toBe(false),
  );
});

describe('noticesFor', () => {
  it('says nothing of a usual start', () => {
    expect(noticesFor(readSettings({}), false)).toEqual([]);
  });

  it('says in a container that loopback cannot be reached', () => {
    expect(noticesFor(readSettings({}), true)).toEqual([expect.stringContaining('set HOST=0.0.0.0')]);
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  if (asRoot !== it)
    console.warn('SKIPPED: what is told of files of another user (only root can give one away).');
  asRoot('warns of a folder or file whose owner could put another one in its place', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groupless-owner-'));
    const settings = { DATA_DIR: folder, BACKUP_DIR: folder, BACKUP_KEY: 'b'.repeat(40) };
    const said = () => noticesFor(readSettings(settings), false);
    completeSecrets(readSettings({ DATA_DIR: folder }));
    expect(said()).toEqual([]);
    chownSync(secretsPath(folder), 65_534, 65_534);
    expect(said()).toEqual([expect.stringContaining(`${secretsPath(folder)} belongs to user 65534`)]);
    chownSync(folder, 65_534, 65_534);
    expect(said()).toEqual([
      expect.stringContaining(`${folder} belongs to user 65534`),
      expect.stringContaining('secrets.env'),
    ]);
    await rm(folder, { recursive: true });
  });

  it('warns of a folder above, in which others could put another one in its place', async () => {
    const above = await mkdtemp(join(tmpdir(), 'groupless-above-'));
    const said = (...below: string[]) => noticesFor(readSettings({ DATA_DIR: join(above, ...below) }), false);
    mkdirSync(join(above, 'data'));
    // Also of a folder that is not there yet, and of one that a link leads to.
    symlinkSync(join(above, 'data'), join(above, 'link'));
    const all = [['data'], ['missing', 'data'], ['link']];
    for (const below of all) expect(said(...below)).toEqual([]);
    chmodSync(above, 0o777);
    const told = [expect.stringContaining(`${above} can be written by every user`)];
    for (const below of all) expect([below, said(...below)]).toEqual([below, told]);
    // As in /tmp: each may remove only what is theirs.
    chmodSync(above, 0o1777);
    for (const below of all) expect(said(...below)).toEqual([]);
    if (process.getuid?.() === 0) {
      chownSync(above, 65_534, 65_534);
      const owned = [expect.stringContaining(`${above} belongs to user 65534`)];
      for (const below of all) expect([below, said(...below)]).toEqual([below, owned]);
    }
    await rm(above, { recursive: true });
  });

  it('says nothing of a folder that cannot be looked at, such as a loop of links', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'groupless-loop-'));
    const loop = join(folder, 'loop');
    symlinkSync(loop, loop);
    const settings = { DATA_DIR: loop, BACKUP_DIR: join(loop, 'backup'), BACKUP_KEY: 'b'.repeat(40) };
    expect(noticesFor(readSettings(settings), false)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('warns in one line where one role owns and serves external databases', () => {
    const url = (role: string) => `postgres://${role}:secret-4711@db.example.com/groupless`;
    const one = { PANEL_DATABASE_URL: url('groupless'), MEMORY_DATABASE_URL: url('groupless') };
    const notices = noticesFor(readSettings(one), false);
    expect(notices).toEqual([
      expect.stringMatching(/^[^\n]*set PANEL_DATABASE_OWNER_URL and MEMORY_DATABASE_OWNER_URL[^\n]*$/),
    ]);
    expect(notices.join()).not.toContain('4711');
    const two = { PANEL_DATABASE_URL: url('groupless_server'), PANEL_DATABASE_OWNER_URL: url('groupless') };
    expect(noticesFor(readSettings(two), false)).toEqual([]);
    expect(noticesFor(readSettings({ ...two, MEMORY_DATABASE_URL: url('groupless') }), false)).toEqual([
      expect.stringContaining('serves the memory database'),
    ]);
  });
});
