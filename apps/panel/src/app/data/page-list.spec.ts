import { Component, signal, viewChild } from '@angular/core';
import type { EventDto } from '@groupless/shared-dto';
import { render } from '../../testing/render';
import { LiveEvents } from './live-events';
import { pageList } from './page-list';

interface Row {
  id: number;
}

/** What the list is opened with. */
let searched = '';

@Component({ selector: 'app-host', template: '' })
class Host {
  readonly search = signal(searched);
  readonly list = pageList<Row>(() => ({ url: '/api/rows', query: { search: this.search() } }), { page: 2 });
}

const page = (ids: number[], next_cursor: string | null) => ({
  items: ids.map((id) => ({ id })),
  next_cursor,
  total: 5,
  total_is_exact: true,
});

describe('a list by cursor', () => {
  async function start() {
    const rendered = await renderStarted();
    const { component, http, fixture } = rendered;
    const ids = () => component.list.items().map(({ id }) => id);
    const answer = async (body: object) => {
      http.expectOne((request) => request.url === '/api/rows').flush(body);
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { ...rendered, ids, answer, list: component.list, detect: () => fixture.detectChanges() };
  }

  /** Nothing is awaited yet: the first page is on its way. */
  async function renderStarted() {
    return render(Host);
  }

  it('begins with the first page and goes on by its cursor', async () => {
    const { list, ids, answer, http } = await start();
    expect(list.isFirstLoad()).toBe(true);
    await answer(page([1, 2], 'c2'));
    const more = list.loadMore();
    const request = http.expectOne((one) => one.params.get('cursor') === 'c2');
    request.flush(page([3], null));
    await more;

    expect(ids()).toEqual([1, 2, 3]);
    expect(list.hasMore()).toBe(false);
    expect(list.total()).toBe(5);
  });

  it('asks once, however often more is wanted', async () => {
    const { list, answer, http } = await start();
    await answer(page([1], 'c2'));
    void list.loadMore();
    void list.loadMore();

    expect(http.match((one) => one.params.get('cursor') === 'c2')).toHaveLength(1);
  });

  it('keeps the old rows while another search is on its way, and takes no answer to the old one', async () => {
    const { component, list, ids, answer, http, detect } = await start();
    await answer(page([1], null));
    component.search.set('a');
    detect();
    const [old] = http.match((one) => one.params.get('search') === 'a');
    component.search.set('ab');
    detect();
    expect(ids()).toEqual([1]);
    expect(list.isRefetching()).toBe(true);
    expect(old?.cancelled).toBe(true);
    await answer(page([8], null));

    expect(ids()).toEqual([8]);
  });

  it('says why it failed and keeps what it has', async () => {
    const { list, ids, answer, http } = await start();
    await answer(page([1], null));
    const again = list.reload();
    http
      .expectOne((one) => one.url === '/api/rows')
      .flush({ code: 'database_unavailable', detail: 'Away.' }, { status: 503, statusText: 'Away' });
    await again;

    expect(ids()).toEqual([1]);
    expect(list.problem()?.code).toBe('database_unavailable');
  });

  it('is empty only once it was read, and stays so while reading it again fails', async () => {
    const { list, answer, http } = await start();
    expect(list.isEmpty()).toBe(false);
    await answer(page([], null));
    expect(list.isEmpty()).toBe(true);
    const again = list.reload();
    http.expectOne((one) => one.url === '/api/rows').flush(null, { status: 500, statusText: 'Broken' });
    await again;

    expect(list.problem()).not.toBeNull();
    expect(list.isEmpty()).toBe(true);
  });

  it('shows a change before it is saved, and takes it back', async () => {
    const { list, ids, answer } = await start();
    await answer(page([1, 2], null));
    const undo = list.remove(({ id }) => id === 1);
    expect([ids(), list.total()]).toEqual([[2], 4]);
    undo();
    expect([ids(), list.total()]).toEqual([[1, 2], 5]);
  });

  it('takes back one row, and leaves those alone that came or changed since', async () => {
    const { list, ids, answer, http } = await start();
    await answer(page([1, 2], 'c2'));
    const undo = list.change(
      ({ id }) => id === 1,
      (row) => ({ ...row, id: 10 }),
    );
    const more = list.loadMore();
    http.expectOne((one) => one.params.get('cursor') === 'c2').flush(page([3], null));
    await more;
    expect(ids()).toEqual([10, 2, 3]);
    undo();
    expect(ids()).toEqual([1, 2, 3]);
    expect(list.hasMore()).toBe(false);
  });

  it('brings no removed row back that the server has said nothing of since', async () => {
    const { list, ids, answer } = await start();
    await answer(page([1, 2], null));
    const undo = list.remove(({ id }) => id === 1);
    void list.reload();
    await answer(page([1, 2], null));
    undo();
    expect(ids()).toEqual([1, 2]);
  });
});

@Component({
  imports: [Host],
  template: `
    @if (isOpen()) {
      <app-host />
    }
  `,
})
class Visits {
  readonly isOpen = signal(true);
  readonly host = viewChild(Host);
}

describe('a list that is opened again', () => {
  async function start() {
    const handlers: ((event: EventDto) => void)[] = [];
    const tell = (event: EventDto) => handlers.forEach((handler) => handler(event));
    const onEvent = (_: unknown, handler: (event: EventDto) => void) => handlers.push(handler);
    const rendered = await render(Visits, { providers: [{ provide: LiveEvents, useValue: { onEvent } }] });
    const { component, http, settle } = rendered;
    const list = () => component.host()!.list;
    const ids = () =>
      list()
        .items()
        .map(({ id }) => id);
    const answer = async (body: object | null) => {
      const request = http.expectOne(({ url }) => url === '/api/rows');
      if (body === null) request.flush({ code: 'internal' }, { status: 500, statusText: 'No' });
      else request.flush(body);
      await settle();
    };
    const again = async () => {
      component.isOpen.set(false);
      await settle();
      component.isOpen.set(true);
      await settle();
    };
    return { ...rendered, list, ids, answer, again, tell };
  }

  it('shows at once what it had, as it was changed since, and reads it again', async () => {
    const { list, ids, answer, again } = await start();
    await answer(page([1, 2], 'c2'));
    list().remove(({ id }) => id === 1);
    await again();
    expect(ids()).toEqual([2]);
    expect([list().isFirstLoad(), list().isRefetching()]).toEqual([false, true]);
    await answer(page([2, 3], null));
    expect(ids()).toEqual([2, 3]);
  });

  it('keeps rows by what was asked for, also while another answer is on its way', async () => {
    const { component, list, ids, answer, again, http, settle } = await start();
    await answer(page([1], null));
    component.host()!.search.set('a');
    await settle();
    expect(ids()).toEqual([1]);
    http.match(() => true);
    searched = 'a';
    await again();
    expect(list().isFirstLoad()).toBe(true);
    http.match(() => true);
    searched = '';
    await again();
    expect(ids()).toEqual([1]);
    await answer(page([1], null));
    component.host()!.search.set('a');
    await settle();
    await answer(page([8], null));
    component.host()!.search.set('');
    await settle();
    expect(ids()).toEqual([1]);
    http.match(() => true);
    component.host()!.search.set('a');
    await settle();
    expect(ids()).toEqual([8]);
  });

  it('begins anew after a read that failed, and where a client was deleted', async () => {
    const { component, list, answer, again, tell, settle } = await start();
    await answer(page([1], null));
    void list().reload();
    await answer(null);
    await again();
    expect(list().isFirstLoad()).toBe(true);
    await answer(page([1], null));
    await again();
    expect(list().isFirstLoad()).toBe(false);
    await answer(page([1], null));
    component.isOpen.set(false);
    await settle();
    tell({ type: 'client.deleted', id: 'c1', at: '' });
    component.isOpen.set(true);
    await settle();
    expect(list().isFirstLoad()).toBe(true);
  });

  it('begins anew where it was left before what was deleted had been read again', async () => {
    const { component, list, answer, tell, settle } = await start();
    await answer(page([1], null));
    tell({ type: 'client.deleted', id: 'c1', at: '' });
    component.isOpen.set(false);
    await settle();
    component.isOpen.set(true);
    await settle();
    expect(list().isFirstLoad()).toBe(true);
  });
});
