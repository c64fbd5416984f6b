import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { Toasts } from '../../layout/toasts/toasts';
import { type as typeInto } from '../../../testing/render';
import { ClientList } from './client-list';
import { aClient, aPage, onStage } from '../testing/clients-on-stage';

/** jsdom lays nothing out: the viewport gets a height here. */
beforeAll(() => {
  for (const name of ['clientHeight', 'offsetHeight'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 440 });
  Element.prototype.scrollTo = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => document.body.replaceChildren());

const JANA = aClient({ tags: ['vip'] });
const ADA = aClient({ id: 'c2', name: '<img src=x onerror=alert(1)>', phone: null, email: null });

async function start(role: 'viewer' | 'operator' = 'operator') {
  const staged = await onStage(ClientList, {
    role,
    providers: [provideRouter([{ path: '**', children: [] }])],
  });
  const { http, wait, findAll } = staged;
  const listed = () => http.expectOne(({ url }) => url === '/api/clients');
  const show = async (clients = [JANA, ADA]) => {
    const asked = listed();
    asked.flush(aPage(clients));
    await wait(50);
    return asked.request.params;
  };
  const rows = () => findAll('.body').map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim());
  const button = (name: string, within = '') => {
    const found = [...document.querySelectorAll<HTMLElement>(`${within} button`)].find(
      (one) => one.textContent.trim() === name,
    );
    if (found === undefined) throw new Error(`There is no button ${name}`);
    return found;
  };
  return { ...staged, show, rows, button };
}

describe('the list of clients', () => {
  it('shows who there is and how many, hostile names as texts', async () => {
    const { show, rows, text, element } = await start();
    await show();

    expect(rows()[0]).toContain('Jana Nováková');
    expect(rows()[1]).toContain('<img src=x onerror=alert(1)>');
    expect(element.querySelector('img')).toBeNull();
    expect(text()).toContain('2 clients');
  });

  it('searches as one types, with the hits marked and the address following', async () => {
    const { show, find, wait, findAll } = await start();
    await show();
    typeInto(find('input[type=search]') as HTMLInputElement, '555 01');
    await wait(200);
    const params = await show([JANA]);

    expect(params.get('search')).toBe('555 01');
    expect(TestBed.inject(Router).url).toBe('/?search=555%2001');
    // The spaces are those of the number's country.
    expect(findAll('mark').map((mark) => mark.textContent.replaceAll(' ', ''))).toContain('55501');
  });

  it('is sorted by its headers', async () => {
    const { show, find, wait } = await start();
    await show();
    find('[role=columnheader] button').click();
    await wait(20);

    expect((await show()).get('sort')).toBe('-name');
  });

  it('keeps hidden columns for the user', async () => {
    const { show, button, findAll, wait } = await start();
    await show();
    button('Columns').click();
    await wait(20);
    button('Email', '[role=menu]').click();
    await wait(20);

    expect(findAll('[role=columnheader]').map((one) => one.textContent.trim())).not.toContain('Email');
    expect(localStorage.getItem('groupless.clients.hidden_columns.u1')).toContain('email');
  });

  it('says what to do when there is nobody, and when nobody fits', async () => {
    const { show, text, wait, button } = await start();
    await show([]);
    expect(text()).toContain('No clients yet');

    await TestBed.inject(Router).navigateByUrl('/?status=lead&search=x');
    await wait(20);
    await show([]);
    expect(text()).toContain('No clients match');
    button('Clear search and filters').click();
    await wait(20);

    expect(TestBed.inject(Router).url).toBe('/');
  });

  it('archives who is selected, and undoes it', async () => {
    const { show, find, http, button, wait, rows } = await start();
    await show([JANA]);
    (find('.body input') as HTMLInputElement).click();
    await wait(20);
    button('Archive').click();
    const archived = http.expectOne({ method: 'POST', url: '/api/clients/changes' });
    expect(archived.request.body).toEqual({ ids: ['c1'], status: 'archived' });
    archived.flush({ changed: ['c1'], failed: [] });
    await wait(20);
    await show([{ ...JANA, status: 'archived' }]);
    expect(rows()[0]).toContain('Archived');

    TestBed.inject(Toasts).shown()[0]?.action?.run();
    await wait(20);
    const undone = http.expectOne({ method: 'POST', url: '/api/clients/changes' });
    expect(undone.request.body).toEqual({ ids: ['c1'], status: 'active' });
    undone.flush({ changed: ['c1'], failed: [] });
    await wait(1_000);
    await show([JANA]);

    expect(rows()[0]).toContain('Active');
  });

  it('tags who is selected, naming only the tags that come and go', async () => {
    const { show, find, http, button, wait } = await start();
    await show([JANA]);
    (find('.body input') as HTMLInputElement).click();
    await wait(20);
    button('Tag', '.selection').click();
    await wait(100);
    const field = document.querySelector<HTMLInputElement>('app-tags-field input');
    typeInto(field!, 'north,');
    expect(field?.value).toBe('');
    await wait(20);
    button('Apply').click();
    await wait(20);
    const { request } = http.expectOne({ method: 'POST', url: '/api/clients/changes' });

    expect(request.body).toEqual({ ids: ['c1'], add_tags: ['north'], remove_tags: [] });
  });

  it('tags nobody before a tag is typed or ticked: the field gets the focus and says why', async () => {
    const { show, find, http, button, wait } = await start();
    await show([{ ...JANA, tags: ['vip'] }]);
    (find('.body input') as HTMLInputElement).click();
    await wait(20);
    button('Tag', '.selection').click();
    await wait(100);
    const error = () => document.querySelector('app-tag-clients .field-error')?.textContent.trim() ?? null;
    button('Apply').click();
    await wait(20);
    expect(document.activeElement).toBe(document.querySelector('app-tags-field input'));
    expect(error()).toBe('Add a tag, or tick one to remove.');

    document.querySelector<HTMLElement>('app-tag-clients [type=checkbox]')?.click();
    await wait(20);
    expect(error()).toBeNull();
    button('Apply').click();
    await wait(20);
    const { request } = http.expectOne({ method: 'POST', url: '/api/clients/changes' });
    expect(request.body).toEqual({ ids: ['c1'], add_tags: [], remove_tags: ['vip'] });
  });

  it('follows what others do', async () => {
    const { show, tell, wait, rows } = await start();
    await show([JANA]);
    tell({ type: 'client.updated', id: 'c1', at: '' });
    await wait(400);
    await show([{ ...JANA, name: 'Jana Malá' }]);

    expect(rows()[0]).toContain('Jana Malá');
  });

  it('shows viewers nothing that writes', async () => {
    const { show, findAll, text } = await start('viewer');
    await show();

    expect(findAll('input[type=checkbox]')).toEqual([]);
    for (const name of ['New client', 'Import', 'Export', 'Archive']) expect(text()).not.toContain(name);
  });
});
