import type { Locator, Page, Request } from 'playwright-core';
import type { Role } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { rounds } from '../harness/data/rounds';
import { goWithin, isAt, isTrue, panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
jest.setTimeout(240_000);

const TYPED = 'Typed and not saved';

/** A form of the panel, and how one comes to it. */
interface Form {
  name: string;
  role: Role;
  path: string;
  /** Opens what the text is typed into. */
  open?: (page: Page) => Promise<unknown>;
  field: string;
  /** What is typed there, where that cannot be any text. */
  typed?: string;
  /** Fills in what else has to be there before it can be sent. */
  complete?: (page: Page) => Promise<unknown>;
  /** The button that sends it. */
  send: string;
  /** It lies over the page. */
  isDialog?: boolean;
  /** Escape and the drawer's cross leave it. */
  isInDrawer?: boolean;
}

/** What an element of the page can be asked here. */
interface Nested {
  closest(selector: string): object | null;
}

const byKey = (key: string) => (page: Page) => page.keyboard.press(key);
const IN_DIALOG = '.cdk-dialog-container input:not([type=checkbox]):not([type=radio]):not([role=combobox])';

describe('what is typed in the panel', () => {
  const panel = panelInBrowser();
  let admin: SignedInUser;
  const ids: Record<string, string | number> = {};

  async function made(path: string, body: object): Promise<string | number> {
    const answer = await panel.t.http.post(path).set(admin.bearer).send(body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return (answer.body as { id: string | number }).id;
  }

  beforeAll(async () => {
    admin = await signIn(panel.t, { role: 'admin' });
    ids['client'] = await made('/api/clients', { name: 'Ada' });
    const starts_at = '2027-04-06T09:00:00.000Z';
    ids['appointment'] = await made('/api/appointments', { client: { name: 'Bo' }, starts_at });
    ids['project'] = await made('/api/memory/projects', { name: 'website' });
    ids['user'] = (await signIn(panel.t, { role: 'viewer' })).id;
  });

  const forms = (): Form[] => [
    {
      name: 'a new client',
      role: 'operator',
      path: '/clients',
      open: byKey('n'),
      field: IN_DIALOG,
      send: 'Create',
      isDialog: true,
    },
    {
      name: 'a client',
      role: 'operator',
      path: `/clients/${ids['client']}`,
      open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
      field: 'app-client-edit input',
      send: 'Save',
      isInDrawer: true,
    },
    {
      name: 'a booking',
      role: 'operator',
      path: '/appointments',
      open: async (page) => {
        await page.keyboard.press('n');
        await page.getByRole('button', { name: 'Notes…' }).click();
      },
      field: '.cdk-dialog-container textarea',
      complete: async (page) => {
        await page.getByRole('dialog').getByRole('combobox').first().fill('Bo');
        await page.getByRole('option', { name: /^Bo/ }).first().click();
      },
      send: 'Book',
      isDialog: true,
    },
    {
      name: 'the change of an appointment',
      role: 'operator',
      path: `/appointments/${ids['appointment']}`,
      open: async (page) => {
        // The key is for what is shown.
        await page.getByRole('button', { name: 'Change…' }).waitFor();
        await page.keyboard.press('e');
      },
      field: '.cdk-dialog-container app-field:has-text("Subject") input',
      send: 'Save',
      isDialog: true,
    },
    {
      name: 'the notes of an appointment',
      role: 'operator',
      path: `/appointments/${ids['appointment']}`,
      field: 'app-appointment-notes textarea',
      send: 'Save the notes',
      isInDrawer: true,
    },
    {
      name: 'an invitation',
      role: 'admin',
      path: '/users',
      open: byKey('n'),
      field: IN_DIALOG,
      complete: (page) => page.getByRole('dialog').getByLabel('Email').fill('invited@example.com'),
      send: 'Make the link',
      isDialog: true,
    },
    {
      name: 'a user',
      role: 'admin',
      path: `/users/${ids['user']}`,
      open: (page) => page.getByRole('button', { name: 'Edit name and email' }).click(),
      field: IN_DIALOG,
      send: 'Save',
      isDialog: true,
    },
    {
      name: 'the profile',
      role: 'viewer',
      path: '/settings/profile',
      field: 'app-profile-details input',
      send: 'Save',
    },
    {
      name: 'the settings of the agent',
      role: 'admin',
      path: '/settings/chat-agent',
      field: 'app-chat-agent form input:not([type=checkbox])',
      send: 'Save',
    },
    {
      name: 'a saved reply',
      role: 'operator',
      path: '/settings/saved-replies',
      open: byKey('n'),
      field: IN_DIALOG,
      complete: (page) => page.locator('.cdk-dialog-container textarea').fill('Thank you.'),
      send: 'Save',
      isDialog: true,
    },
    {
      name: 'an API key',
      role: 'admin',
      path: '/settings/keys',
      open: byKey('n'),
      field: IN_DIALOG,
      complete: (page) => page.locator('.cdk-dialog-container input[type=checkbox]').first().check(),
      send: 'Make the key',
      isDialog: true,
    },
    {
      name: 'an outbound webhook',
      role: 'admin',
      path: '/settings/hooks',
      open: byKey('n'),
      field: IN_DIALOG,
      typed: 'https://hooks.example.com/typed',
      complete: (page) => page.locator('.cdk-dialog-container input[type=checkbox]').nth(1).check(),
      send: 'Make the webhook',
      isDialog: true,
    },
    {
      name: 'a project',
      role: 'operator',
      path: `/memory/projects/${ids['project']}`,
      field: 'app-project-drawer input',
      send: 'Save',
      isInDrawer: true,
    },
    {
      name: 'a new entry of the state',
      role: 'operator',
      path: '/memory/state',
      open: byKey('n'),
      field: 'app-state-form textarea',
      complete: async (page) => {
        for (const [index, text] of ['typed-text', 'web'].entries())
          await page.locator('app-state-form input').nth(index).fill(text);
      },
      send: 'Add',
    },
  ];

  /** Opens a form two steps into the history, and types into it. */
  async function typeInto(form: Form): Promise<{ page: Page; field: Locator; typed: string }> {
    // From a screen that reads nothing.
    const { page } = await panel.openAs(form.role, '/not-allowed');
    await goWithin(page, form.path);
    await isAt(page, `${form.path}*`);
    const field = page.locator(form.field).first();
    await page.locator('h1').first().waitFor();
    if (form.open !== undefined) {
      await isTrue(page, `document.querySelector('app-skeleton') === null`);
      await form.open(page);
    }
    const { typed = TYPED } = form;
    await field.fill(typed);
    return { page, field, typed };
  }

  /** Answers a question that came with the button that changes nothing. */
  async function stay(page: Page): Promise<void> {
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
  }

  const each = Array.from({ length: 14 }, (_, index) => index);

  it.each(each)('is asked about before it is lost, whichever way it would be: form %d', async (index) => {
    const form = forms()[index];
    if (form === undefined) throw new Error('There is no such form.');
    const { page, field, typed } = await typeInto(form);
    const kept = async (way: string) =>
      expect([form.name, way, await field.inputValue()]).toEqual([form.name, way, typed]);

    const asked = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await kept('reload');

    await page.evaluate('history.back()');
    await stay(page);
    await kept('Back');
    await isAt(page, `${form.path}*`);

    if (form.isDialog === true || form.isInDrawer === true) {
      await field.focus();
      await page.keyboard.press('Escape');
      await stay(page);
      await kept('Escape');
    }
    if (form.isDialog === true) {
      await page.mouse.click(3, 300);
      await stay(page);
      await kept('a click beside it');
    }

    await page.evaluate(`new BroadcastChannel('groupless.session').postMessage({ signed_in: null })`);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await kept('the end of the session in another tab');
    const me = await page.evaluate<string>(
      `fetch('/api/auth/refresh', { method: 'POST' }).then((answer) => answer.json()).then(({ user }) => user.id)`,
    );
    await page.evaluate(
      `new BroadcastChannel('groupless.session').postMessage({ signed_in: ${JSON.stringify(me)} })`,
    );
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'hidden' });
    await kept('the return of the user');
  });

  // Some forms each time, all in the full tests.
  it.each(each.slice(0, rounds(4, each.length)))(
    'stays while it is saved by a server that is away or slow: form %d',
    async (index) => {
      const form = forms()[index];
      if (form === undefined) throw new Error('There is no such form.');
      const { page, field, typed } = await typeInto(form);
      await form.complete?.(page);
      const isWrite = (request: Request) =>
        ['POST', 'PATCH', 'PUT'].includes(request.method()) && !request.url().endsWith('/api/auth/presence');
      let release: () => void = () => undefined;
      let isAway = true;
      await page.route(
        ({ pathname }) => pathname.startsWith('/api/') && !pathname.startsWith('/api/auth/refresh'),
        async (route) => {
          if (!isWrite(route.request())) return route.fallback();
          if (isAway) return route.abort();
          await new Promise<void>((resolve) => (release = resolve));
          return route.continue();
        },
      );
      const send = page.getByRole('button', { name: form.send, exact: true }).first();
      await send.click();
      await page.getByText('The server does not answer.').first().waitFor();
      expect([form.name, await field.inputValue()]).toEqual([form.name, typed]);

      isAway = false;
      const sent = page.waitForRequest(isWrite);
      await send.click();
      await sent;
      // The request leaves before the form is drawn anew.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      // A form that closes with its answer takes nothing in meanwhile.
      const isClosing = await field.evaluate((element: Nested) => element.closest('[inert]') !== null);
      if (!isClosing) await field.fill(`${typed}, and more`);
      const answered = page.waitForResponse((answer) => isWrite(answer.request()));
      release();
      expect([form.name, (await answered).ok()]).toEqual([form.name, true]);
      await isTrue(
        page,
        `document.querySelector('app-toast-list li') !== null || document.querySelector('form [inert]') === null`,
      );
      if (!isClosing && (await field.isVisible()))
        expect([form.name, await field.inputValue()]).toEqual([form.name, `${typed}, and more`]);
    },
  );
});
