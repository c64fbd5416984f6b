import { TOTP } from 'otpauth';
import type { Request } from 'playwright-core';
import { insertUser, PASSWORD } from '../harness/data/panel-users';
import { eventually } from '../harness/data/times';
import { axeFaults, isAt, isTrue, logInByKeyboard, panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
describe('logging in to the panel', () => {
  const panel = panelInBrowser();

  it('is done by the keyboard, and leads to the address that was asked for', async () => {
    const { email } = await insertUser(panel.t);
    const { page, faults } = await panel.open();
    await page.goto('/settings/profile?from=mail');
    await isAt(page, '/login?return=*');
    await isTrue(page, `document.activeElement?.id === 'sign-in-email'`);
    await page.keyboard.press('Enter');
    await page.getByText('Enter your email and your password.').waitFor();
    await logInByKeyboard(page, email);
    await isAt(page, '/settings/profile?from=mail');

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Profile');
    expect(faults).toEqual([]);
  });

  it('says the same whether the user or the password is wrong, and keeps the email', async () => {
    const { email } = await insertUser(panel.t);
    const { page } = await panel.open();
    const said: (string | null)[] = [];
    for (const one of [email, 'nobody@example.com']) {
      // What was said before is gone.
      await page.goto('/login');
      await page.getByLabel('Email').fill(one);
      await page.getByLabel('Password', { exact: true }).fill('a wrong password');
      await page.getByRole('button', { name: 'Log in' }).click();
      said.push(await page.getByRole('alert').locator('p').textContent());
    }

    expect(said[0]?.trim()).toBe('The email or the password is wrong.');
    expect(said[1]).toBe(said[0]);
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
  });

  it('is remembered: who is signed in is asked beside the loading of the program, and once', async () => {
    const { page } = await panel.openAs('viewer', '/clients');
    const isQuestion = (request: Request) => request.url().endsWith('/api/auth/refresh');
    let questions = 0;
    page.on('request', (request) => (questions += isQuestion(request) ? 1 : 0));
    const asked = page.waitForRequest(isQuestion);
    await page.route('**/main-*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: /Account of/ }).waitFor();

    expect(questions).toBe(1);
  });

  it('never leads out of the panel', async () => {
    const { email } = await insertUser(panel.t);
    const { page } = await panel.open();
    await page.goto('/login?return=%2F%2Fexample.com%2F');
    await logInByKeyboard(page, email);
    await page.getByRole('button', { name: /Account of/ }).waitFor();

    expect(new URL(page.url()).origin).toBe(panel.base_url);
  });

  it('asks for the second factor where it is on, which the profile switches on', async () => {
    const { page, context, email, faults } = await panel.openAs('operator', '/settings/profile');
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
    const code = () => new TOTP({ secret }).generate({ timestamp: panel.t.clock.now().getTime() });
    await page.getByLabel('Code from the app').fill(code());
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).waitFor();

    expect(await page.locator('.codes li').count()).toBe(10);
    const [recoveryCode = ''] = await page.locator('.codes code').allTextContents();
    expect(await axeFaults(page)).toEqual([]);

    await context.clearCookies();
    await page.goto('/login');
    await page.evaluate('localStorage.clear()');
    await page.goto('/login');
    await logInByKeyboard(page, email);
    await page.getByLabel('Authentication code').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Account of/ }).waitFor();

    expect(faults).toEqual([]);
  });

  it('says how long it is closed after too many wrong guesses', async () => {
    const { email } = await insertUser(panel.t);
    const { page, context } = await panel.open();
    for (let guess = 0; guess < 11; guess++) {
      await context.request.post('/api/auth/login', { data: { email, password: 'wrong' } });
    }
    await page.goto('/login');
    await logInByKeyboard(page, email);
    const alert = page.getByRole('alert').locator('p');

    expect(await alert.textContent()).toMatch(/Try again in \d+:\d\d/);
    expect(await page.getByRole('button', { name: 'Log in' }).isDisabled()).toBe(true);
  });

  it('holds over a reload and over two tabs at once, and ends in both', async () => {
    const { page, context, faults } = await panel.openAs('viewer');
    const other = await context.newPage();
    await other.goto('/');
    for (let round = 0; round < 3; round++) await Promise.all([page.reload(), other.reload()]);
    await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: /Account of/ }).waitFor()));

    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await Promise.all([page, other].map((tab) => isAt(tab, '/login*')));

    expect(faults).toEqual([]);
    expect(PASSWORD).not.toBe('');
  });

  it('goes on where it was when the session ended, with what was typed', async () => {
    const { page, email } = await panel.openAs('operator', '/settings/profile');
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    const token = await page.request.post('/api/auth/refresh', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const me = { headers: { authorization: `Bearer ${access_token}` } };
    // The live events would tell of the end as well, before anything is saved.
    await page.route('**/api/events', (route) => route.abort());
    await panel.t.panel.query(
      'delete from auth_sessions where user_id = (select id from users where email = $1)',
      [email],
    );
    // What is known of a session may be a second old.
    await eventually(async () => (await page.request.get('/api/auth/me', me)).status() === 401);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();

    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Lovelace');
  });
});
