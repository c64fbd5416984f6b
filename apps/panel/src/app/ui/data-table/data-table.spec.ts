import { Component, computed, signal } from '@angular/core';
import { render } from '../../../testing/render';
import type { PageList } from '../../data/page-list';
import { Problem } from '../../http/problem';
import { Cell } from './cell';
import type { Column } from './column';
import { DataTable } from './data-table';
import type { TableRows } from './table-rows';

interface Row {
  id: string;
  name: string;
}

const SIGHT_PX = 440;

/** jsdom lays nothing out: the viewport gets a height here. */
beforeAll(() => {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => SIGHT_PX });
  }
  HTMLElement.prototype.scrollTo = () => undefined;
});

@Component({
  imports: [Cell, DataTable],
  template: `
    <app-data-table label="Clients" [of]="table" [canSelect]="true" [(selected)]="selected">
      <ng-template appCell="name" let-row>{{ row.name }}</ng-template>
      <p empty>No clients</p>
    </app-data-table>
  `,
})
class Host {
  readonly rows = signal<Row[]>(
    Array.from({ length: 5_000 }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` })),
  );
  readonly problem = signal<Problem | null>(null);
  readonly columns: Column[] = [
    { id: 'name', label: 'nav.clients', width: '2fr', sort: { ascending: 'name', descending: '-name' } },
  ];
  readonly sort = signal('name');
  selected: readonly string[] = [];
  readonly opened: string[] = [];
  askedForMore = 0;
  askedForIds = 0;
  readonly id = (row: Row) => {
    this.askedForIds++;
    return row.id;
  };
  readonly name = (row: Row) => row.name;
  readonly list: PageList<Row> = {
    items: this.rows,
    total: signal(1_000_000),
    total_is_exact: signal(false),
    hasMore: signal(true),
    isFirstLoad: signal(false),
    isEmpty: computed(() => this.rows().length === 0),
    isRefetching: signal(false),
    isLoadingMore: signal(false),
    problem: this.problem,
    loadMore: async () => {
      this.askedForMore++;
    },
    reload: async () => undefined,
    change: () => () => undefined,
    remove: () => () => undefined,
  };
  readonly table: TableRows<Row> = {
    list: this.list,
    columns: () => this.columns,
    idOf: this.id,
    nameOf: this.name,
    sort: { value: this.sort, set: (sort) => this.sort.set(sort) },
    open: ({ id }) => this.opened.push(id),
  };
}

async function start() {
  const rendered = await render(Host);
  document.body.append(rendered.element);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await rendered.settle();
  const rows = () => rendered.findAll('.body');
  const press = async (key: string) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await rendered.settle();
  };
  return { ...rendered, rows, press };
}

describe('a data table', () => {
  it('has only the rows in sight in the page, however many there are', async () => {
    const { rows, findAll } = await start();

    expect(rows()[0]?.textContent.trim()).toBe('Row 0');
    expect(rows().length).toBeGreaterThanOrEqual(10);
    expect(findAll('[role=grid] *').length).toBeLessThan(600);
  });

  it('says how many there are as far as it was counted', async () => {
    const { find } = await start();

    expect(find('footer').textContent.trim()).toBe('1,000,000+ rows');
  });

  it('is sorted by its headers, one way and then the other', async () => {
    const { component, find, settle } = await start();
    expect(find('[role=columnheader][aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    find('[role=columnheader] button').click();
    await settle();

    expect(component.sort()).toBe('-name');
    expect(find('[role=columnheader][aria-sort]').getAttribute('aria-sort')).toBe('descending');
  });

  it('is gone through with j and k, opened with Enter, selected with x', async () => {
    const { component, press } = await start();
    for (const key of ['j', 'j', 'j', 'k', 'x', 'Enter']) await press(key);

    expect(document.activeElement?.textContent.trim()).toBe('Row 1');
    expect(component.selected).toEqual(['r1']);
    expect(component.opened).toEqual(['r1']);
  });

  it('can always be reached by Tab: at a row that is drawn', async () => {
    const { component, press, settle, findAll } = await start();
    const stops = () =>
      findAll('.row.body')
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ textContent }) => textContent?.trim());
    for (let row = 0; row < 8; row++) await press('j');
    expect(stops()).toEqual(['Row 7']);
    component.rows.set(component.rows().slice(0, 3));
    await settle();

    expect(stops()).toEqual(['Row 2']);
  });

  it('shows what is selected, and lets it go', async () => {
    const { component, find, text, settle } = await start();
    (find('.body input') as HTMLInputElement).click();
    await settle();
    expect(text()).toContain('1 selected');
    find('.selection .icon-button').click();
    await settle();

    expect(component.selected).toEqual([]);
  });

  it('selects with Shift all rows since the last one', async () => {
    const { component, findAll, settle } = await start();
    const check = async (index: number, shiftKey: boolean) => {
      findAll('.body input')[index]?.dispatchEvent(new MouseEvent('click', { shiftKey, bubbles: true }));
      await settle();
    };
    await check(1, false);
    await check(4, true);
    expect(component.selected).toEqual(['r1', 'r2', 'r3', 'r4']);
    await check(3, true);

    expect(component.selected).toEqual(['r1', 'r2']);
  });

  it('looks at each of its rows a few times, not once for each selected one', async () => {
    const { component, find, findAll, settle } = await start();
    find('input[type=checkbox]').click();
    await settle();
    const all = component.selected.length;
    component.askedForIds = 0;
    findAll('.body input[type=checkbox]')[1]?.click();
    await settle();

    expect([all, component.selected.length]).toEqual([5_000, 4_999]);
    expect(component.askedForIds).toBeLessThan(4 * 5_000);
  });

  it('shows what the screen has to say when it is empty', async () => {
    const { component, text, settle, findAll } = await start();
    component.rows.set([]);
    await settle();

    expect(text()).toContain('No clients');
    expect(findAll('[role=grid]')).toEqual([]);
  });

  it('keeps its rows under an error', async () => {
    const { component, rows, text, settle } = await start();
    component.problem.set(
      new Problem(503, { code: 'database_unavailable', detail: 'The database is away.' }),
    );
    await settle();

    expect(text()).toContain('The database is away.');
    expect(rows().length).toBeGreaterThan(0);
  });
});
