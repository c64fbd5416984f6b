import type { HttpTestingController, TestRequest } from '@angular/common/http/testing';
import { provideRouter } from '@angular/router';
import { TestBed } from '@angular/core/testing';
import { Toasts } from '../../ui/toasts/toasts';
import { eventually, type as typeInto } from '../../../testing/render';
import clients from '../i18n/en.json' with { type: 'json' };
import { ClientDrawer } from './client-drawer';
import { aClient, aPage, onStage } from '../testing/clients-on-stage';

afterEach(() => document.body.replaceChildren());

const URL = '/api/clients/c1';
const CONFLICT = [
  { code: 'version_mismatch', status: 412 },
  { status: 412, statusText: 'Old' },
] as const;

/** The code of a tab comes when it is opened. */
async function requestOf(http: HttpTestingController, path: string): Promise<TestRequest> {
  let asked: TestRequest | undefined;
  await eventually(() => {
    [asked] = http.match(({ url }) => url === path);
    return asked !== undefined;
  });
  return asked as unknown as TestRequest;
}

async function start(role: 'viewer' | 'operator' | 'admin' = 'operator', client = aClient()) {
  const staged = await onStage(ClientDrawer, {
    role,
    inputs: { id: 'c1' },
    providers: [provideRouter([{ path: '**', children: [] }])],
    begin: (http) => http.expectOne(URL).flush(client, { headers: { etag: '"1"' } }),
  });
  const { http, wait, find } = staged;
  const press = async (name: string) => {
    const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name,
    );
    if (found === undefined) throw new Error(`There is no button ${name}`);
    found.click();
    await wait(30);
  };
  const patched = () => http.expectOne({ method: 'PATCH', url: URL });
  const rename = (text: string) => typeInto(find('form input') as HTMLInputElement, text);
  return { ...staged, press, patched, rename };
}

describe('the drawer of a client', () => {
  it('shows what is known, markup in a note as text', async () => {
    const { text, find, element } = await start('viewer', aClient({ notes: '<b>hi</b>', tags: ['vip'] }));

    expect(find('h2').textContent.trim()).toBe('Jana Nováková');
    expect(find('a[href^="tel:"]').getAttribute('href')).toBe('tel:+12125550123');
    expect(text()).toContain('<b>hi</b>');
    expect(element.querySelector('b')).toBeNull();
  });

  it('gives a number that is also another client’s to this one, behind a number of its own', async () => {
    const shared = { shared_phone: '+12125550199', shared_email: 'family@example.com' };
    const { press, patched, text, wait } = await start('operator', aClient(shared));
    await press('Make it this client’s own number');
    const given = patched();
    expect(given.request.headers.get('if-match')).toBe('"1"');
    expect(given.request.body).toEqual({
      other_phones: [{ phone: '+12125550199', label: '' }],
      allow_duplicate: true,
    });
    given.flush(
      { ...aClient(), shared_email: shared.shared_email, warnings: [] },
      { headers: { etag: '"2"' } },
    );
    await wait(20);
    expect(text()).not.toContain('Make it this client’s own number');
    await press('Make it this client’s own email');
    expect(patched().request.body).toEqual({ email: 'family@example.com', allow_duplicate: true });
  });

  it('shows viewers nothing that writes', async () => {
    const { findAll } = await start('viewer', aClient({ shared_phone: '+12125550199' }));
    const names = findAll('button').map((one) => one.getAttribute('aria-label'));

    expect(names).not.toContain('Edit');
    expect(names).not.toContain('More actions');
    expect(names.join()).not.toContain('Status');
  });

  it('lists appointments and conversations of this client alone', async () => {
    const { http, wait, press, text } = await start();
    await press('Appointments');
    const asked = await requestOf(http, '/api/appointments');
    expect(asked.request.params.get('client_id')).toBe('c1');
    asked.flush(aPage([]));
    await wait(20);
    expect(text()).toContain('No appointments');
    await press('Conversations');

    expect((await requestOf(http, '/api/conversations')).request.params.get('client_id')).toBe('c1');
  });

  it('has a timeline of appointments, conversations and changes', async () => {
    const { http, wait, press, text, find } = await start();
    await press('Timeline');
    const nothing = { appointment: null, conversation: null, change: null, mail: null };
    const asked = await requestOf(http, `${URL}/timeline`);
    asked.flush(
      aPage([
        {
          ...{ ...nothing, kind: 'appointment', id: 'a1', at: '2026-11-22T10:00:00.000Z' },
          appointment: { title: 'Fitting', status: 'confirmed', resource: 'main' },
        },
        {
          ...{ ...nothing, kind: 'change', id: 'e1', at: '2026-11-21T10:00:00.000Z' },
          change: { action: 'client.updated', by: 'Ada', details: { fields: 'phone, tags' } },
        },
        {
          ...{ ...nothing, kind: 'mail', id: 'm1', at: '2026-11-20T10:00:00.000Z' },
          mail: {
            kind: 'booked',
            subject: 'Your visit',
            status: 'failed',
            last_response: '550 No such mailbox',
          },
        },
      ]),
    );
    await wait(20);

    expect(find('a[href="/appointments/a1"]').textContent).toContain('Fitting');
    expect(text()).toMatch(/Changed:\s*Phone\s*Tags\s*Ada/);
    expect(text()).toMatch(/Mail: Your visit\s*\S*\s*550 No such mailbox/);
  });

  it('is handed over as a page or as data, as a download', async () => {
    const saved: Blob[] = [];
    window.URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
    const { http, wait, press } = await start();
    await press('More actions');
    await press('Hand over the data…');
    await eventually(() => document.querySelector('[role=alertdialog] input[type=radio]') !== null);
    await press('Download');
    const asked = await requestOf(http, `${URL}/data`);
    expect(asked.request.params.get('format')).toBe('html');
    asked.flush(new TextEncoder().encode('<h1>').buffer);
    await wait(20);

    expect(saved.map(({ type, size }) => [type, size])).toEqual([['text/html', 4]]);
  });

  it('is erased by admins alone, with the typed name, until the certificate is there', async () => {
    const { http, wait, press } = await start('admin');
    await press('More actions');
    await press('Erase for good…');
    await eventually(() => document.querySelector('#typed-name') !== null);
    typeInto(document.querySelector<HTMLInputElement>('#typed-name')!, 'Jana Nováková');
    await wait(20);
    await press('Erase for good');
    const erasure = { client_id: 'c1', job: 'erase-clients', step: 'waiting', erased: [] };
    const sent = http.expectOne({ method: 'POST', url: `${URL}/erase` });
    expect(sent.request.body).toEqual({ name: 'Jana Nováková' });
    sent.flush(erasure);
    (await requestOf(http, `${URL}/erasure`)).flush(erasure);
    const said = () => document.querySelector('app-erasure-dialog')?.textContent ?? '';
    await eventually(() => said().includes(clients.erasing.steps.waiting));
    const times = { requested_at: '2026-11-20T10:00:00.000Z', finished_at: '2026-11-20T10:01:00.000Z' };
    const done = { step: 'done', requested_by: 'Ada', erased: [{ table: 'mails', rows: 3 }] };
    (await requestOf(http, `${URL}/erasure`)).flush({ ...erasure, ...times, ...done });
    await eventually(() => said().includes(clients.erasing.steps.done));

    expect(said()).toMatch(/Ada.+mails: 3/);
    expect(said()).not.toContain('Jana');
  });

  it('is not offered to operators for erasing, and an erased one is gone', async () => {
    const { http, wait, press, tell, text } = await start();
    await press('More actions');
    expect(document.querySelector('[role=menu]')?.textContent).not.toContain('Erase');
    tell({ type: 'client.updated', id: 'c1', at: '' });
    await wait(20);
    http.expectOne(URL).flush({ code: 'erased' }, { status: 410, statusText: 'Gone' });
    await wait(20);

    expect(text()).toContain(clients.gone);
  });

  it('is merged with a likely duplicate, which a toast takes back', async () => {
    const { http, wait, press } = await start();
    await press('More actions');
    await press('Merge with another client…');
    await wait(300);
    const other = aClient({ id: 'c2', name: 'Jana Novakova', email: null });
    http.expectOne(`${URL}/duplicates`).flush(aPage([{ client: other, reasons: ['phone', 'name'] }]));
    http.expectOne(`${URL}/merges`).flush(aPage([]));
    await wait(30);
    document.querySelector<HTMLElement>('input[type=radio]')?.click();
    await wait(20);
    await press('Merge');
    const merge = http.expectOne({ method: 'POST', url: `${URL}/merges` });
    expect(merge.request.body).toEqual({ client_id: 'c2' });
    merge.flush({ id: 'm1', client_id: 'c1', merged: { id: 'c2', name: 'Jana Novakova' } });
    await wait(20);
    const [toast] = TestBed.inject(Toasts).shown();
    expect(toast?.params).toEqual({ name: 'Jana Nováková', other: 'Jana Novakova' });
    toast?.action?.run();
    http.expectOne({ method: 'POST', url: `${URL}/merges/m1/undo` }).flush({
      merged: { id: 'c2', name: 'Jana Novakova' },
      left_behind: [{ what: 'notes', count: 1, text: '' }],
      shared_numbers: [{ phone: '+12125550123', client: { id: 'c3', name: 'Petr' } }],
    });
    await wait(20);
    const [undone, remark] = TestBed.inject(Toasts).shown().slice(-2);
    expect(undone?.text).toBe('clients.merge.undone');
    expect(remark).toMatchObject({ tone: 'notice', text: 'clients.merge.left_behind' });
    expect(String(remark?.params['what'])).toMatch(/notes were edited.+Jana Novakova.+Petr has the number/);
  });

  it.each([
    ['without another client', null, 'This is needed.'],
    ['with itself', 'c1', clients.merge.same],
  ])('is not merged %s: the field gets the focus and says why', async (_, chosen, why) => {
    const { http, wait, press } = await start();
    await press('More actions');
    await press('Merge with another client…');
    await wait(300);
    const likely = chosen === null ? [] : [{ client: aClient({ id: chosen }), reasons: [] }];
    http.expectOne(`${URL}/duplicates`).flush(aPage(likely));
    http.expectOne(`${URL}/merges`).flush(aPage([]));
    await wait(30);
    document.querySelector<HTMLElement>('input[type=radio]')?.click();
    await wait(20);
    await press('Merge');

    http.expectNone({ method: 'POST', url: `${URL}/merges` });
    expect(document.activeElement?.getAttribute('role')).toBe('combobox');
    expect(document.querySelector('app-merge-client .field-error')?.textContent.trim()).toBe(why);
  });

  it('does not say that nobody looks like it where that could not be read', async () => {
    const { http, wait, press } = await start();
    await press('More actions');
    await press('Merge with another client…');
    await wait(300);
    const failed = { status: 500, statusText: 'Fault' };
    http.expectOne(`${URL}/duplicates`).flush({ code: 'internal_error' }, failed);
    http.expectOne(`${URL}/merges`).flush(aPage([]));
    await wait(30);
    const said = () => document.querySelector('app-merge-client')?.textContent ?? '';
    expect(said()).toContain('This could not be loaded');
    expect(said()).not.toContain(clients.merge.no_likely);

    await press('Try again');
    http.expectOne(`${URL}/duplicates`).flush(aPage([]));
    await wait(30);
    expect(said()).toContain(clients.merge.no_likely);
  });

  it('is edited in place, sending only what changed, for the version that was read', async () => {
    const { press, rename, patched, wait, find } = await start();
    await press('Edit');
    expect(document.activeElement).toBe(find('form input'));
    rename('Jana Malá');
    await wait(5);
    await press('Save');
    const sent = patched();
    sent.flush(aClient({ name: 'Jana Malá' }));
    await wait(20);

    expect(sent.request.body).toEqual({ name: 'Jana Malá' });
    expect(sent.request.headers.get('if-match')).toBe('"1"');
    expect(find('h2').textContent.trim()).toBe('Jana Malá');
  });

  it('is not saved by keys that are pressed in the question whether to leave it', async () => {
    const { press, rename, wait, http, find } = await start();
    await press('Edit');
    rename('Jana Malá');
    await press('Cancel');
    await eventually(() => document.querySelector('[role=alertdialog] button') !== null);
    const keys = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    document.querySelector('[role=alertdialog] button')?.dispatchEvent(new KeyboardEvent('keydown', keys));
    await wait(30);

    http.expectNone({ method: 'PATCH', url: URL });
    expect((find('form input') as HTMLInputElement).value).toBe('Jana Malá');
  });

  it('is saved by them in its form', async () => {
    const { press, rename, patched, find } = await start();
    await press('Edit');
    rename('Jana Malá');
    const keys = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    find('form input').dispatchEvent(new KeyboardEvent('keydown', keys));

    expect(patched().request.body).toEqual({ name: 'Jana Malá' });
  });

  async function meetConflict() {
    const drawer = await start();
    const { press, rename, patched, http, wait } = drawer;
    await press('Edit');
    rename('Mine');
    await wait(5);
    await press('Save');
    patched().flush(...CONFLICT);
    await wait(20);
    http.expectOne(URL).flush(aClient({ company: 'Theirs Ltd' }), { headers: { etag: '"2"' } });
    await wait(20);
    return drawer;
  }

  it('says what somebody else changed meanwhile, and overwrites only what was changed here', async () => {
    const { text, press, patched, find, wait } = await meetConflict();
    expect(text()).toContain('Company: Theirs Ltd');
    await press('Overwrite with mine');
    const sent = patched();
    expect(sent.request.body).toEqual({ name: 'Mine' });
    expect(sent.request.headers.get('if-match')).toBe('"2"');
    sent.flush(aClient({ name: 'Mine', company: 'Theirs Ltd' }));
    await wait(20);

    expect(find('h2').textContent.trim()).toBe('Mine');
  });

  it('or takes over what the other one made of it', async () => {
    const { text, press, find } = await meetConflict();
    await press('Reload, drop my changes');

    expect(find('h2').textContent.trim()).toBe('Jana Nováková');
    expect(text()).toContain('Theirs Ltd');
  });

  it('changes the status at once, and back when that fails', async () => {
    const { press, patched, find, wait } = await start();
    await press('Status: Active. Change it');
    await press('Archived');
    expect(find('h2 ~ * app-status-chip').textContent.trim()).toBe('Archived');
    patched().flush(
      { code: 'database_unavailable', status: 503, detail: 'Away.' },
      { status: 503, statusText: '' },
    );
    await wait(20);

    expect(find('h2 ~ * app-status-chip').textContent.trim()).toBe('Active');
  });

  it('changes the status twice in a row, the second time over what the first one left', async () => {
    const { press, patched, find, wait } = await start();
    await press('Status: Active. Change it');
    await press('Archived');
    await press('Status: Archived. Change it');
    await press('Lead');
    const first = patched();
    first.flush({ ...aClient(), status: 'archived' }, { headers: { etag: '"after the first"' } });
    await wait(20);
    const second = patched();

    expect(first.request.body).toEqual({ status: 'archived' });
    expect(second.request.body).toEqual({ status: 'lead' });
    expect(second.request.headers.get('if-match')).toBe('"after the first"');
    second.flush({ ...aClient(), status: 'lead' }, { headers: { etag: '"3"' } });
    await wait(20);
    expect(find('h2 ~ * app-status-chip').textContent.trim()).toBe('Lead');
  });

  it('keeps the client when it cannot be read again, and says so', async () => {
    const { tell, http, wait, find } = await start();
    tell({ type: 'client.updated', id: 'c1', at: '' });
    await wait(20);
    http.expectOne(URL).flush({ code: 'too_many_requests' }, { status: 429, statusText: 'Too many' });
    await wait(20);

    expect(find('app-error-panel')).toBeTruthy();
    expect(find('app-client-overview')).toBeTruthy();
    expect(find('h2').textContent.trim()).toBe('Jana Nováková');
  });

  it('follows what others do, but not under the hands of who is editing', async () => {
    const { tell, http, wait, find, press } = await start();
    tell({ type: 'client.updated', id: 'c1', at: '' });
    await wait(20);
    http.expectOne(URL).flush(aClient({ name: 'New name' }), { headers: { etag: '"2"' } });
    await wait(20);
    expect(find('h2').textContent.trim()).toBe('New name');
    await press('Edit');
    await wait(1_000);
    tell({ type: 'client.updated', id: 'c1', at: '' });
    await wait(20);
    http.expectOne(URL).flush(aClient({ name: 'Newer name' }), { headers: { etag: '"3"' } });
    await wait(20);

    expect((find('form input') as HTMLInputElement).value).toBe('New name');
  });

  it('saves over the version that was edited, not over one that came meanwhile', async () => {
    const { tell, http, wait, press, rename, patched } = await start();
    await press('Edit');
    rename('Mine');
    tell({ type: 'client.updated', id: 'c1', at: '' });
    await wait(20);
    http.expectOne(URL).flush(aClient({ name: 'Theirs' }), { headers: { etag: '"2"' } });
    await wait(20);
    await press('Save');

    expect(patched().request.headers.get('if-match')).toBe('"1"');
  });

  it('offers to archive whoever has appointments and so cannot be deleted, also when another one is shown by then', async () => {
    const { press, http, wait, patched, fixture } = await start();
    await press('More actions');
    await press('Delete…');
    await wait(100);
    const field = document.querySelector<HTMLInputElement>('#typed-name');
    if (field === null) throw new Error('The name is not asked for.');
    typeInto(field, 'Jana Nováková');
    await wait(20);
    await press('Delete');
    http
      .expectOne({ method: 'DELETE', url: URL })
      .flush({ code: 'client_in_use', status: 409 }, { status: 409, statusText: 'Conflict' });
    await wait(20);
    const [toast] = TestBed.inject(Toasts).shown();
    expect(toast?.text).toBe('clients.in_use');
    fixture.componentRef.setInput('id', 'c2');
    await wait(20);
    http.expectOne('/api/clients/c2').flush(aClient({ id: 'c2' }), { headers: { etag: '"1"' } });
    await wait(20);
    toast?.action?.run();
    await wait(20);

    expect(patched().request.body).toEqual({ status: 'archived' });
  });
});

describe('an address of no client', () => {
  it('says so', async () => {
    const { text } = await onStage(ClientDrawer, {
      inputs: { id: 'nobody' },
      begin: (http) =>
        http
          .expectOne('/api/clients/nobody')
          .flush({ code: 'not_found', status: 404 }, { status: 404, statusText: 'Not Found' }),
    });

    expect(text()).toContain('This client is not there');
  });
});
