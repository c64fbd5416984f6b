import type { Locator, Page } from 'playwright-core';
import type { Role } from '@groupless/shared-dto';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { goWithin, isAt, isTrue, panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
const TYPED = 'Typed and not saved';
const CLIENTS = '/api/clients';
const APPOINTMENTS = '/api/appointments';
const PROJECTS = '/api/memory/projects';
const PEOPLE = '/api/memory/people';
const TASKS = '/api/memory/tasks';
const STATE = '/api/memory/state';
const REPLIES = '/api/settings/saved-replies';

/** A form that changes one of two records. */
interface Form {
  role: Role;
  /** Makes a record, and answers its address in the API. */
  make: (name: string) => Promise<string>;
  /** Where the record is shown. */
  path: (address: string) => string;
  open?: (page: Page, name: string) => Promise<unknown>;
  field: (page: Page) => Locator;
  /** A text that fits into it, where any other does not. */
  typed?: string;
  /** Where the record can be read; its own address otherwise. */
  list?: string;
  /** What the page says once the record is gone; a dialog says it when its form is sent. */
  gone?: string;
}

const last = (address: string) => address.slice(address.lastIndexOf('/') + 1);
/** Two appointments of one resource need two times. */
let day = 1;

describe('what is typed into a record that somebody else deletes', () => {
  const panel = panelInBrowser();
  let admin: SignedInUser;

  /** A session that has just begun needs no confirmation. */
  const another = () => signIn(panel.t, { role: 'admin' });
  const get = async (address: string) => (await panel.t.http.get(address).set(admin.bearer)).body as unknown;

  async function made(collection: string, body: object): Promise<string> {
    const answer = await panel.t.http.post(collection).set(admin.bearer).send(body);
    if (answer.status !== 201) throw new Error(`${collection}: ${answer.text}`);
    return `${collection}/${(answer.body as { id: string | number }).id}`;
  }

  const booked = (name: string) =>
    made(APPOINTMENTS, {
      client: { name },
      starts_at: `2027-04-${String(day++).padStart(2, '0')}T09:00:00.000Z`,
    });

  beforeAll(async () => {
    admin = await another();
  });

  const FORMS: Record<string, Form> = {
    'a client': {
      role: 'operator',
      make: (name) => made(CLIENTS, { name }),
      path: (address) => `/clients/${last(address)}`,
      open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
      field: (page) => page.locator('app-client-edit input'),
      gone: 'This client is not there',
    },
    'the notes of an appointment': {
      role: 'operator',
      make: booked,
      path: (address) => `/appointments/${last(address)}`,
      field: (page) => page.locator('app-appointment-notes textarea'),
      gone: 'This appointment is not there any more',
    },
    'the change of an appointment': {
      role: 'operator',
      make: booked,
      path: (address) => `/appointments/${last(address)}`,
      open: async (page) => {
        await page.getByRole('button', { name: 'Change…' }).waitFor();
        await page.keyboard.press('e');
      },
      field: (page) => page.getByRole('dialog').getByLabel('Subject'),
      gone: 'This appointment is not there any more',
    },
    'a user': {
      role: 'admin',
      make: async () => `/api/users/${(await signIn(panel.t, { role: 'viewer' })).id}`,
      path: (address) => `/users/${last(address)}`,
      open: (page) => page.getByRole('button', { name: 'Edit name and email' }).click(),
      field: (page) => page.locator('.cdk-dialog-container input'),
      gone: 'This user is not there any more',
    },
    'a saved reply': {
      role: 'operator',
      make: (name) => made(REPLIES, { name, text: 'Thank you.' }),
      path: () => '/settings/saved-replies',
      open: (page, name) => page.getByRole('button', { name: `Edit ${name}` }).click(),
      field: (page) => page.locator('.cdk-dialog-container input'),
      list: REPLIES,
    },
    'a project': {
      role: 'operator',
      make: (name) => made(PROJECTS, { name }),
      path: (address) => `/memory/projects/${last(address)}`,
      field: (page) => page.locator('app-project-drawer input'),
      gone: 'This is not there any more',
    },
    'a person': {
      role: 'operator',
      make: (name) => made(PEOPLE, { name }),
      path: (address) => `/memory/people/${last(address)}`,
      field: (page) => page.locator('app-person-drawer input'),
      gone: 'This is not there any more',
    },
    'a task': {
      role: 'operator',
      make: (task) => made(TASKS, { task }),
      path: (address) => `/memory/tasks/${last(address)}`,
      field: (page) => page.locator('app-task-drawer input[type=number]'),
      typed: '7',
      gone: 'This is not there any more',
    },
    'an entry of the state': {
      role: 'operator',
      make: async (name) => {
        const key = name.replaceAll(' ', '-').toLowerCase();
        await panel.t.http.put(`${STATE}/${key}`).set(admin.bearer).send({ value: 'on', category: 'web' });
        return `${STATE}/${key}`;
      },
      path: (address) => `/memory/state/${last(address)}`,
      open: (page) =>
        page
          .locator('app-drawer')
          .getByRole('button', { name: /^Edit / })
          .click(),
      field: (page) => page.locator('app-drawer app-state-form textarea'),
      gone: 'This is not there any more',
    },
  };

  it.each(Object.keys(FORMS))('stays, and lands nowhere else: %s', async (name) => {
    const form = FORMS[name];
    if (form === undefined) throw new Error('There is no such form.');
    const shown = await form.make('Shown one');
    const other = await form.make('Other one');
    const { page } = await panel.openAs(form.role);
    await goWithin(page, form.path(shown));
    await isAt(page, `${form.path(shown)}*`);
    await page.locator('h1').first().waitFor();
    await isTrue(page, `document.querySelector('app-skeleton') === null`);
    await form.open?.(page, 'Shown one');
    const [field, typed] = [form.field(page).first(), form.typed ?? TYPED];
    await field.fill(typed);

    const removed = await panel.t.http.delete(shown).set((await another()).bearer);
    expect(removed.status).toBe(204);
    const others = await get(form.list ?? other);
    // Below the heading, above what is typed.
    if (form.gone !== undefined) await page.locator('app-drawer .content').getByText(form.gone).waitFor();
    expect(await field.inputValue()).toBe(typed);

    const sent = page.waitForResponse(
      (answer) =>
        ['PATCH', 'PUT'].includes(answer.request().method()) && !answer.url().endsWith('/api/auth/presence'),
    );
    await page.getByRole('button', { name: /^Save/ }).first().click();
    const status = (await sent).status();
    // What has a key and no id is made anew.
    const isMadeAnew = name === 'an entry of the state';
    expect([name, status]).toEqual([name, isMadeAnew ? 200 : 404]);
    if (!isMadeAnew) {
      await page.locator('[role=alert], app-toast-list li.error').filter({ hasText: /\S/ }).first().waitFor();
      expect(await field.inputValue()).toBe(typed);
    }
    expect(await get(form.list ?? other)).toEqual(others);
  });

  it('stays where it is a note, though a colleague’s note goes', async () => {
    const chats = new Conversations(panel.t, admin);
    const { conversation_id } = await chats.begin(newChat(), { message: says('user', 'Hello') });
    const notes = `/api/conversations/${conversation_id}/notes`;
    const colleagues = await made(notes, { text: 'Prefers mornings' });
    const { page } = await panel.openAs('operator', `/conversations/${conversation_id}`);
    const field = page.locator('app-conversation-notes textarea');
    const note = page.locator('app-conversation-notes li').getByText('Prefers mornings');
    await note.waitFor();
    await field.fill(TYPED);

    await panel.t.http.delete(colleagues).set(admin.bearer).expect(204);
    await note.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(TYPED);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('app-conversation-notes li').getByText(TYPED).waitFor();
    expect(await field.inputValue()).toBe('');
  });
});
