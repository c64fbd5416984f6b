import type { Page } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { insertUser, PASSWORD } from '../harness/data/panel-users';
import { TcpProxy } from '../harness/databases/tcp-proxy';
import { panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
jest.setTimeout(240_000);

/** Longer than any of the pauses between the panel's questions. */
const AWAY_MS = 30_000;
const NOTICE = 'The server does not answer just now.';

describe('the panel while the API is away', () => {
  const panel = panelInBrowser();
  let way: TcpProxy;
  beforeAll(async () => {
    way = await TcpProxy.before('127.0.0.1', panel.t.port);
  });
  afterAll(() => way.close());

  const insertClient = async (name: string) => {
    const id = randomUUID();
    await panel.t.panel.query(`insert into clients (id, name, source) values ($1, $2, 'panel')`, [id, name]);
    return id;
  };
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Signed in, with all of its traffic through the way that can be cut. */
  const openThrough = async (path: string) => {
    const { email } = await insertUser(panel.t, { role: 'operator' });
    const { page, context } = await panel.open({ baseURL: `http://127.0.0.1:${way.port}` });
    const answer = await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
    expect(answer.status()).toBe(200);
    await page.goto(path);
    return page;
  };

  /** Some browsers remember that code did not come, and ask for it no more before the page is loaded again. */
  const openedInTheEnd = async (page: Page, name: string) => {
    const heading = page.getByRole('heading', { level: 1, name });
    const load = page.getByRole('link', { name: 'Load the page anew' });
    await heading.or(load).first().waitFor();
    if (await load.isVisible()) await load.click();
    await heading.waitFor();
  };

  it('says so, keeps what was typed, and shows afterwards what happened meanwhile', async () => {
    const id = await insertClient('Edited Eve');
    const page = await openThrough(`/clients/${id}`);
    await page.getByRole('heading', { name: 'Edited Eve' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.keyboard.press('e');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Edited Eve, half typed');

    way.cut();
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(NOTICE).waitFor();
    await insertClient('Added Abe');
    await sleep(AWAY_MS);
    expect(await name.inputValue()).toBe('Edited Eve, half typed');
    expect(await page.getByRole('row', { name: 'Edited Eve' }).count()).toBe(1);

    way.mend();
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('row', { name: 'Added Abe' }).waitFor();
    expect(await name.inputValue()).toBe('Edited Eve, half typed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Edited Eve, half typed' }).waitFor();
  });

  it('says so on a screen that is opened then, which fills by itself afterwards', async () => {
    await insertClient('Waiting Will');
    const page = await openThrough('/settings/profile');
    await page.getByText('This session').waitFor();
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await page.getByRole('row', { name: 'Waiting Will' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByText('Simulate a booking').waitFor();

    way.cut();
    await page.getByRole('link', { name: 'Clients' }).first().click();
    await page.locator('app-error-panel').waitFor();
    await page.getByText(NOTICE).waitFor();
    way.mend();
    await page.getByRole('row', { name: 'Waiting Will' }).waitFor();

    await page.locator('app-error-panel').waitFor({ state: 'detached' });
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
  });

  it('says so where not even the screen’s code comes, and opens it by itself or by a new load of the page', async () => {
    const page = await openThrough('/clients');
    await page.getByText('Live', { exact: true }).waitFor();

    way.cut();
    await page.getByRole('link', { name: 'Conversations' }).first().click();
    await page.getByText('The screen you asked for opens as soon as it does.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Clients');
    await page.keyboard.press('n');
    await sleep(AWAY_MS);
    way.mend();
    await openedInTheEnd(page, 'Conversations');
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
  });

  it('says so where a dialog does not come, leaves the footers in sight, and opens it afterwards', async () => {
    await insertClient('Listed Liz');
    const page = await openThrough('/clients');
    await page.getByRole('row', { name: 'Listed Liz' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    way.cut();
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByText(NOTICE).waitFor();
    const footer = await page.locator('app-data-table footer').boundingBox();
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);

    way.mend();
    await page.getByText(NOTICE).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New client' }).click();
    // The browser remembers that the code did not come, and asks for it no more.
    await page.getByRole('link', { name: 'Load the page anew' }).click();
    await page.getByRole('row', { name: 'Listed Liz' }).waitFor();
    await page.getByRole('button', { name: 'New client' }).click();
    await page.getByRole('dialog', { name: 'New client' }).waitFor();
  });
});
