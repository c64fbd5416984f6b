import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import type { BrowserContext, Page } from 'playwright-core';
import { launchWithProfile } from '../browser/browser';
import { logInByKeyboard, panelInBrowser } from '../browser/panel-in-browser';
import { bytesOf, filesBelow } from '../harness/databases/files-below';
import { insertUser, PASSWORD } from '../harness/data/panel-users';
import { prove } from '../harness/hostile/fire';
import { contains, spellings } from '../harness/hostile/spellings';

jest.setTimeout(180_000);

/** What the journey leaves on purpose: whoever finds this would find a secret too. */
const CONTROL = `control-${randomBytes(12).toString('hex')}`;
const SESSION_TOKEN = `sk-ant-oat01-${randomBytes(12).toString('hex')}`;

describe('what a browser keeps of the panel', () => {
  const panel = panelInBrowser();
  let folder: string;
  let context: BrowserContext;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gl-profile-'));
    context = await launchWithProfile(folder, panel.base_url);
  }, 60_000);
  afterAll(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('holds no secret, neither in its storage nor in a file of the profile', async () => {
    const { email } = await insertUser(panel.t);
    const page = await context.newPage();
    const secrets = new Map([['password', PASSWORD]]);
    page.on('request', (request) => {
      const [, token] = /^Bearer (.+)/.exec(request.headers()['authorization'] ?? '') ?? [];
      if (token !== undefined) secrets.set('access token', token);
    });

    await page.goto('/login');
    await logInByKeyboard(page, email);
    await page.getByRole('button', { name: /Account of/ }).waitFor();
    await switchOnSecondFactor(page, secrets, panel.t.clock.now());
    await makeKey(page, secrets);
    await storeSession(page);
    secrets.set('session credential', SESSION_TOKEN);
    await page.goto('/memory/webhooks');
    const url = (await page.locator('.address code').first().textContent()) ?? '';
    secrets.set('webhook id', /webhook\/([^/]+)\//.exec(url)?.[1] ?? '');
    for (const path of ['/', '/clients', '/conversations', '/settings/hooks', '/settings/profile']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'refresh_token');
    secrets.set('cookie', cookie?.value ?? '');
    expect([...secrets].filter(([, secret]) => secret.length < 10)).toEqual([]);
    expect([...secrets.keys()].sort()).toEqual(KINDS);

    await page.evaluate(`localStorage.setItem('control', '${CONTROL}')`);
    const stored = Buffer.from(await page.evaluate<string>(STORED));
    const found = [...secrets].filter(([, secret]) => contains(stored, spellings(secret)));
    expect(found.map(([kind]) => kind)).toEqual([]);
    expect(contains(stored, spellings(CONTROL))).toBe(true);
    // Without a log-out: nothing is cleared.
    await context.close();
    const files = filesBelow(folder);
    const filesWith = (secret: string) => {
      const spelled = [...spellings(secret), Buffer.from(secret, 'utf16le')];
      return files
        .filter((file) => contains(bytesOf(file), spelled))
        .map((file) => file.slice(folder.length));
    };
    expect(filesWith(CONTROL)).not.toEqual([]);
    expect(
      [...secrets].flatMap(([kind, secret]) => filesWith(secret).map((file) => `${kind} in ${file}`)),
    ).toEqual([]);
    // A cached answer may be compressed, and so hide what it holds: of the API's only one is kept, which has no secrets.
    const cached = files.filter((file) => /cache/i.test(file.slice(folder.length)));
    const address = new RegExp(`(?<=${panel.base_url})/api/[\\w/.?=&%-]*`, 'g');
    const kept = cached.flatMap((file) => bytesOf(file).toString('latin1').match(address) ?? []);
    const settings = ['/api/settings/chat-agent', '/api/settings/memory'];
    expect(kept.filter((path) => !settings.includes(path))).toEqual([]);
    prove({
      asvs: '14.3.1, 14.3.3, 14.2.2',
      promise: 'A browser keeps no secret of the panel in its storage, nor in a file of its profile.',
      figure: `${secrets.size} kinds of secrets after one journey, ${files.length} files: 0 found`,
    });
  });
});

const KINDS = [
  ...['API key', 'TOTP secret', 'access token', 'cookie', 'password', 'recovery code'],
  ...['session credential', 'webhook id'],
];

/** All that a page may store, with the names of what is stored elsewhere. */
const STORED = `(async () => JSON.stringify([
  { ...localStorage }, { ...sessionStorage }, document.cookie,
  await indexedDB.databases(), await caches.keys(), history.state, location.href,
]))()`;

async function switchOnSecondFactor(page: Page, secrets: Map<string, string>, now: Date): Promise<void> {
  await page.goto('/settings/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
  await page
    .getByLabel('Code from the app')
    .fill(new TOTP({ secret }).generate({ timestamp: now.getTime() }));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.locator('.codes code');
  await codes.first().waitFor();
  secrets.set('TOTP secret', secret).set('recovery code', (await codes.first().textContent()) ?? '');
  await page.getByRole('button', { name: 'I have kept them' }).click();
}

async function makeKey(page: Page, secrets: Map<string, string>): Promise<void> {
  await page.goto('/settings/keys');
  await page.getByText('No keys yet').waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Name').fill('Website');
  await page.getByLabel(/^panel:read/).check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  secrets.set('API key', (await page.locator('app-copied-text code').textContent()) ?? '');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have kept it' }).click();
}

async function storeSession(page: Page): Promise<void> {
  await page.goto('/settings/accounts');
  const card = page.locator('article').filter({ hasText: 'Team 1' });
  await card.getByRole('button', { name: 'Store a session' }).click();
  const tokens = {
    accessToken: SESSION_TOKEN,
    refreshToken: SESSION_TOKEN,
    expiresAt: Date.now() + 3_600_000,
  };
  const buffer = Buffer.from(JSON.stringify({ claudeAiOauth: tokens }));
  const file = { name: '.credentials.json', mimeType: 'application/json', buffer };
  await page.locator('#credentials-file').setInputFiles(file);
  await page.getByText('A session of Claude Code').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Store a session' }).click();
  await page.getByText('is stored.').waitFor();
}
