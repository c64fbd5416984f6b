import type { HttpParams } from '@angular/common/http';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { Toasts } from '../../ui/toasts/toasts';
import { type as typeInto } from '../../../testing/render';
import { ClientExport } from '../files/client-export';
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

async function start(given: Partial<ClientExport> & { role?: 'viewer' | 'operator' } = {}) {
  const { role = 'operator', ...exports } = given;
  const staged = await onStage(ClientList, {
    role,
    providers: [
      provideRouter([{ path: '**', children: [] }]),
      ...('saveFiltered' in exports ? [{ provide: ClientExport, useValue: exports }] : []),
    ],
  });
  const { http, wait, findAll } = staged;
  const isOfList = (params: HttpParams) => params.get('limit') !== '1';
  const listed = () => http.expectOne(({ url, params }) => url === '/api/clients' && isOfList(params));
  const show = async (clients = [JANA, ADA]) => {
    const asked = listed();
    asked.flush(aPage(clients));
    await wait(50);
    return asked.request.params;
  };
  /** Answers how many archived ones match too; what was asked. */
  const leaveOut = async (total: number) => {
    const asked = http.expectOne(({ url, params }) => url === '/api/clients' && !isOfList(params));
    asked.flush({ ...aPage([]), total });
    await wait(20);
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
  const choose = async (label: string) => {
    findAll('app-segmented label')
      .find((one) => one.textContent.trim() === label)
      ?.querySelector('input')
      ?.click();
    await wait(20);
  };
  const goTo = async (url: string) => {
    await TestBed.inject(Router).navigateByUrl(url);
    await wait(20);
  };
  return { ...staged, show, leaveOut, choose, goTo, rows, button };
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
    const { show, leaveOut, goTo, text, wait, button } = await start();
    await show([]);
    expect(text()).not.toContain('No clients yet');
    await leaveOut(0);
    expect(text()).toContain('No clients yet');

    await goTo('/?status=lead&search=x');
    await show([]);
    expect(text()).toContain('No clients match');
    button('Clear search and filters').click();
    await wait(20);

    expect(TestBed.inject(Router).url).toBe('/');
  });

  it('leaves archived ones out, as long as they are not asked for in the address', async () => {
    const { show, choose, goTo } = await start();
    expect((await show()).get('status')).toBe('lead,active');
    await choose('Archived');
    expect((await show()).get('status')).toBe('archived');
    expect(TestBed.inject(Router).url).toBe('/?status=archived');
    await choose('All');
    expect((await show()).get('status')).toBeNull();
    expect(TestBed.inject(Router).url).toBe('/?status=all');
    await choose('Current');
    expect((await show()).get('status')).toBe('lead,active');
    expect(TestBed.inject(Router).url).toBe('/');
    await goTo('/?status=lead');
    expect((await show()).get('status')).toBe('lead');
  });

  it('says when it leaves out archived ones who fit a search, and shows them', async () => {
    const { show, leaveOut, goTo, text, button, wait } = await start();
    await show();
    await goTo('/?search=jana&tag=vip');
    expect(text()).not.toContain('archived');
    const asked = await leaveOut(2);
    expect(Object.fromEntries(asked.keys().map((name) => [name, asked.get(name)]))).toEqual({
      ...{ search: 'jana', tag: 'vip', status: 'archived', limit: '1' },
    });
    await show();
    expect(text()).toContain('2 archived clients match too.');
    button('Show them too').click();
    await wait(20);

    expect((await show()).get('status')).toBeNull();
    expect(TestBed.inject(Router).url).toBe('/?search=jana&tag=vip&status=all');
    expect(text()).not.toContain('match too');
  });

  it('tells nobody from nobody but archived ones', async () => {
    const { show, leaveOut, goTo, text, button, wait } = await start();
    await show([]);
    await leaveOut(3);
    expect(text()).toContain('All clients are archived');
    button('Show archived').click();
    await wait(20);
    await show([]);
    expect(text()).toContain('No archived clients');

    await goTo('/?search=x');
    await show([]);
    await leaveOut(1);
    expect(text()).toContain('No clients match');
    button('Show 1 archived client that matches').click();
    await wait(20);
    expect(TestBed.inject(Router).url).toBe('/?search=x&status=all');
  });

  it('is exported as it is shown', async () => {
    const saveFiltered = jest.fn();
    const { show, button, choose, goTo } = await start({ saveFiltered, receivedBytes: signal(null) });
    const hint = () => button('Export').title;
    await show();
    expect(hint()).toBe('Download all clients who are not archived as CSV');
    button('Export').click();
    await choose('All');
    await show();
    expect(hint()).toBe('Download all clients as CSV');
    button('Export').click();
    await goTo('/?status=archived');
    await show();
    expect(hint()).toBe('Download what search and filters leave as CSV');

    expect(saveFiltered.mock.calls).toMatchObject([[{ status: 'lead,active' }], [{ status: '' }]]);
  });

  it('archives who is selected, and undoes it', async () => {
    const { show, leaveOut, find, http, button, wait, rows } = await start();
    await show([JANA]);
    (find('.body input') as HTMLInputElement).click();
    await wait(20);
    button('Archive').click();
    const archived = http.expectOne({ method: 'POST', url: '/api/clients/changes' });
    expect(archived.request.body).toEqual({ ids: ['c1'], status: 'archived' });
    archived.flush({
      changed: ['c1'],
      failed: [],
      versions: [{ id: 'c1', version: 4 }],
      coming_appointments: 0,
    });
    await wait(20);
    await show([]);
    await leaveOut(1);
    expect(rows()).toEqual([]);

    TestBed.inject(Toasts).shown()[0]?.action?.run();
    await wait(20);
    const undone = http.expectOne({ method: 'POST', url: '/api/clients/changes' });
    const versions = [{ id: 'c1', version: 4 }];
    expect(undone.request.body).toEqual({ ids: ['c1'], status: 'active', versions });
    undone.flush({
      changed: ['c1'],
      failed: [],
      versions: [{ id: 'c1', version: 4 }],
      coming_appointments: 0,
    });
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
    const { show, findAll } = await start({ role: 'viewer' });
    await show();

    expect(findAll('input[type=checkbox]')).toEqual([]);
    const actions = findAll('button, a').map((one) => one.textContent.trim());
    for (const name of ['New client', 'Import', 'Export', 'Archive']) expect(actions).not.toContain(name);
  });
});
