import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { Texts } from '../i18n/texts';
import { listFilters } from './list-filters';

@Component({ template: '' })
class List {
  readonly filters = listFilters([
    { id: 'search' },
    { id: 'kind', label: 'kind', isSingle: true, write: (kind) => ({ kind: kind || null, id: null }) },
    { id: 'id', read: (params) => (params.has('kind') && params.get('id')) || '' },
  ]);
}

describe('the filters of a list', () => {
  async function start(address: string) {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([{ path: 'list', component: List }]),
        { provide: Texts, useValue: { of: (key: string) => `text of ${key}` } },
      ],
    });
    const harness = await RouterTestingHarness.create();
    const { filters } = await harness.navigateByUrl(address, List);
    const url = async () => {
      await harness.fixture.whenStable();
      return TestBed.inject(Router).url;
    };
    return { filters, url };
  }

  it('stand in the address, of which the list is asked; those with a label are chips', async () => {
    const { filters } = await start('/list?search=ada&kind=task&id=7&tab=mine');

    expect(filters.filters()).toEqual([{ id: 'kind', label: 'text of kind', options: [], isSingle: true }]);
    expect(filters.query()).toEqual({ search: 'ada', kind: 'task', id: '7' });
    expect(filters.isFiltered()).toBe(true);
  });

  it('are read and written as each of them says, and leave the rest of the address', async () => {
    const { filters, url } = await start('/list?search=ada&kind=task&id=7&tab=mine');
    filters.set({ id: 'kind', value: 'state' });
    expect(await url()).toBe('/list?search=ada&kind=state&tab=mine');
    filters.clear();
    expect(await url()).toBe('/list?tab=mine');
    expect(filters.isFiltered()).toBe(false);
  });

  it('of which one means another say nothing without it', async () => {
    const { filters } = await start('/list?id=7');

    expect(filters.values()).toEqual({ search: '', kind: '', id: '' });
  });
});
