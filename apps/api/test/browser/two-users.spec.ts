import type { Page } from 'playwright-core';
import { insertUser, PASSWORD } from '../harness/data/panel-users';
import { isAt, isTrue, logInByKeyboard, panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
/** What a tab sends that changes something; not that somebody is there. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method()) && pathname !== '/api/auth/presence')
      writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

describe('two users of one browser', () => {
  const panel = panelInBrowser();

  it('in two tabs: the second neither sees nor saves what the first has typed', async () => {
    const { page, context, faults } = await panel.openAs('operator', '/clients');
    const { email } = await insertUser(panel.t, { role: 'viewer' });
    await page.keyboard.press('n');
    const name = page.locator('.cdk-dialog-container input').first();
    await name.fill('Typed by the first');
    const writes = writesOf(page);
    const other = await context.newPage();
    await other.goto('/');
    await logOut(other);
    await isAt(other, '/login*');
    await page.getByText('You were logged out in another tab.').waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.cover')).opacity`)).toBe('1');
    expect(await name.inputValue()).toBe('Typed by the first');

    await logInByKeyboard(other, email);
    await other.getByRole('button', { name: 'Account of The viewer' }).waitFor();
    await page.getByRole('button', { name: 'Account of The viewer' }).waitFor();
    expect(await page.locator('.cdk-dialog-container').count()).toBe(0);
    expect(await page.content()).not.toContain('Typed by the first');
    expect(writes.filter((write) => !write.includes('/api/auth/'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('in two tabs: the first goes on with what was typed once the same user is back', async () => {
    const { page, context, email } = await panel.openAs('operator', '/clients');
    await page.keyboard.press('n');
    const name = page.locator('.cdk-dialog-container input').first();
    await name.fill('Typed before');
    const other = await context.newPage();
    await other.goto('/');
    await logOut(other);
    await isAt(other, '/login*');
    await page.getByText('You were logged out in another tab.').waitFor();
    await logInByKeyboard(other, email);
    await page.getByText('You were logged out in another tab.').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Typed before' }).waitFor();
  });

  it('one after the other in one tab: nothing of the first is there, neither a message nor its undo', async () => {
    const { page } = await panel.openAs('operator', '/clients');
    const { email } = await insertUser(panel.t, { role: 'operator' });
    await page.keyboard.press('n');
    await page.locator('.cdk-dialog-container input').first().fill('Archived by the first');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: /^Status: Active/ }).click();
    await page.getByRole('menuitemradio', { name: 'Archived' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await logOut(page);
    await isAt(page, '/login*');
    const writes = writesOf(page);
    await logInByKeyboard(page, email);
    await page.getByRole('button', { name: /Account of/ }).waitFor();
    await page.keyboard.press('z');

    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(writes.filter((write) => write.includes('/api/clients'))).toEqual([]);
    await page.goBack();
    await isAt(page, '/*');
    expect(await page.locator('app-toast-list li').count()).toBe(0);
  });

  it('are kept apart also where the server was away at the log-out: it is told before anything else', async () => {
    const { page } = await panel.openAs('operator', '/clients');
    await page.route('**/api/auth/logout', (route) => route.abort());
    // Asked for by the log-out itself, and once more by the login page that follows.
    let count = 0;
    const refused = page.waitForEvent('requestfailed', (request) => {
      return request.url().endsWith('/api/auth/logout') && ++count === 2;
    });
    await logOut(page);
    await refused;
    await isAt(page, '/login*');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/')) asked.push(new URL(request.url()).pathname);
    });
    await page.unroute('**/api/auth/logout');
    await page.goto('/clients');
    await isAt(page, '/login*');

    expect(asked.slice(0, 2)).toEqual(['/api/auth/logout', '/api/auth/refresh']);
  });

  it('follow a change of their role at once', async () => {
    const admin = await panel.openAs('admin', '/users');
    const { page, email } = await panel.openAs('operator', '/clients');
    await page.getByRole('button', { name: 'New client' }).first().waitFor();
    const { rows } = await panel.t.panel.query<{ id: string }>('select id from users where email = $1', [
      email,
    ]);
    const token = await admin.page.request.post('/api/auth/refresh', { headers: { origin: panel.base_url } });
    const { access_token } = (await token.json()) as { access_token: string };
    const answer = await admin.page.request.patch(`/api/users/${rows[0]?.id}`, {
      data: { role: 'viewer' },
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(answer.status()).toBe(200);

    await page.getByRole('button', { name: 'New client' }).waitFor({ state: 'hidden' });
    await isTrue(page, `document.querySelector('app-data-table, app-empty-state') !== null`);
    expect(PASSWORD).not.toBe('');
  });
});
