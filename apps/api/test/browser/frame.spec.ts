import { axeFaults, isAt, isTrue, pressInTurn, panelInBrowser, SIZES } from './panel-in-browser';

// A page takes its time on a busy machine.
describe('the frame of the panel', () => {
  const panel = panelInBrowser();

  it('is gone through by keys: places, search, and none of it inside inputs', async () => {
    const { page } = await panel.openAs('admin');
    // Or each hyphen would be as wide as a digit.
    await isTrue(page, "getComputedStyle(document.body).fontVariantNumeric === 'normal'");
    await pressInTurn(page, 'g', 'c');
    await isAt(page, '/clients');
    await page.keyboard.press('Control+k');
    // The first time it is fetched.
    await page.locator('.palette-panel input:focus').waitFor();
    await page.keyboard.type('profile');
    await page.getByRole('option', { name: /^Profile/ }).waitFor();
    await page.keyboard.press('Enter');
    await isAt(page, '/settings/profile');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type(' g c [');

    expect(page.url()).toContain('/settings/profile');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toContain(' g c [');
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

  it('opens the menu of the user by keys, and gives the focus back', async () => {
    const { page } = await panel.openAs('viewer');
    const button = page.getByRole('button', { name: /Account of/ });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus', { hasText: 'Profile' }).waitFor();
    await page.keyboard.press('Escape');

    await page.locator('button:focus[aria-haspopup=menu][aria-expanded=false]').waitFor();
  });

  it('has the places that do not fit on a phone behind "More"', async () => {
    const { page } = await panel.openAs('admin', '/', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#more-places').getByRole('link', { name: 'Users' }).click();
    await isAt(page, '/users');

    await page.locator('#more-places').waitFor({ state: 'hidden' });
  });

  it('changes the language while it runs', async () => {
    const { page } = await panel.openAs('viewer', '/clients');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Клиенты' }).waitFor();

    expect(await page.locator('html').getAttribute('lang')).toBe('ru');
    expect(await page.title()).toBe('Клиенты · Groupless');
  });

  it('is passed by the first stop of Tab, a link to the content', async () => {
    const { page } = await panel.openAs('viewer', '/clients');
    await page.keyboard.press('Tab');
    await page.locator('.skip:focus').waitFor();
    await page.keyboard.press('Enter');
    const first = page.locator('#content :focus');
    await page.keyboard.press('Tab');
    await first.waitFor();
  });

  it('shows titles at the focus of the keyboard, and at a touch', async () => {
    const { page } = await panel.openAs('viewer', '/', { viewport: SIZES.tablet, hasTouch: true });
    const tip = page.locator('.tooltip-panel');
    await page.locator('app-sidebar .item').first().focus();
    await page.keyboard.press('Tab');
    await tip.getByText('Clients').waitFor();
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await page.keyboard.press('Tab');
    await tip.getByText('Appointments').waitFor();
    // What has the focus goes without a word of the browser.
    await page.evaluate('document.activeElement.remove()');
    await tip.waitFor({ state: 'hidden' });

    const time = page.locator('time').first();
    await time.tap();
    await tip.getByText(/20\d\d/).waitFor();
    await page.locator('h1').tap();
    await tip.waitFor({ state: 'hidden' });
  });

  it('shows what failed over a dialog, and screen readers hear of it', async () => {
    const { page, context } = await panel.openAs('viewer');
    await context.route('**/api/auth/me', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    const toast = page.getByText('The setting could not be kept.');
    await toast.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();

    const onTop = `(() => {
      const toast = document.querySelector('app-toast-list li');
      const { x, y } = toast.getBoundingClientRect();
      return toast.contains(document.elementFromPoint(x + 20, y + 10)) && toast.closest('[aria-hidden]') === null;
    })()`;
    await isTrue(page, onTop);
    expect(await axeFaults(page)).toEqual([]);
  });

  it('says that the server is away, and takes up again by itself', async () => {
    const { page, context } = await panel.openAs('viewer', '/settings/profile');
    await context.route('**/api/**', (route) => route.abort());
    await page.getByLabel('Name', { exact: true }).fill('Offline');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The server does not answer just now.').waitFor();
    await context.unroute('**/api/**');
    await page.getByText('The server does not answer just now.').waitFor({ state: 'detached' });

    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Offline');
  });
});
