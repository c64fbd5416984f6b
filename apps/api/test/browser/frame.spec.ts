import { isAt, pressInTurn, panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
jest.setTimeout(120_000);

describe('the frame of the panel', () => {
  const panel = panelInBrowser();

  it('is gone through by keys: places, search, and none of it inside inputs', async () => {
    const { page } = await panel.openAs('admin');
    await pressInTurn(page, 'g', 'c');
    await isAt(page, '/clients');
    await page.keyboard.press('Control+k');
    // The first time it is fetched.
    await page.locator('.palette-panel input:focus').waitFor();
    await page.keyboard.type('profile');
    await page.getByRole('option', { name: /Profile/ }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(page, '/settings/profile');
    await page.getByLabel('Name').focus();
    await page.keyboard.type(' g c [');

    expect(page.url()).toContain('/settings/profile');
    expect(await page.getByLabel('Name').inputValue()).toContain(' g c [');
  });

  it('shows users nobody but admins', async () => {
    const { page } = await panel.openAs('operator', '/users');

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('You may not see this page');
    expect(page.url()).toContain('/users');
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
  });

  it('paints the chosen theme before anything else, and keeps it', async () => {
    const { page } = await panel.openAs('viewer', '/', { colorScheme: 'light' });
    await page.getByRole('button', { name: /Account of/ }).click();
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await kept;
    await page.addInitScript(`
      globalThis.themes = [];
      new MutationObserver(() => themes.push(document.documentElement.dataset.theme))
        .observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] });
    `);
    await page.reload();
    await page.getByRole('button', { name: /Account of/ }).waitFor();

    expect(new Set(await page.evaluate<string[]>('themes'))).toEqual(new Set(['dark']));
  });

  it('changes the language while it runs', async () => {
    const { page } = await panel.openAs('viewer', '/clients');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Клиенты' }).waitFor();

    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    expect(await page.title()).toBe('Клиенты · Groupless');
  });

  it('says that the server is away, and takes up again by itself', async () => {
    const { page, context } = await panel.openAs('viewer', '/settings/profile');
    await context.route('**/api/**', (route) => route.abort());
    await page.getByLabel('Name').fill('Offline');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The server does not answer just now.').waitFor();
    await context.unroute('**/api/**');
    await page.getByText('The server does not answer just now.').waitFor({ state: 'detached' });

    expect(await page.getByLabel('Name').inputValue()).toBe('Offline');
  });
});
