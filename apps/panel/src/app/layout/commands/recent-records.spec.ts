import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { Breadcrumb } from '../navigation/breadcrumb';
import { RecentRecords } from './recent-records';

const idOf = (end: number) => `0192f0c1-7f3e-7c59-9d0e-${String(end).padStart(12, '0')}`;

function start() {
  const recordName = signal<string | null>(null);
  const router = { url: '/', navigateByUrl: (url: string) => Promise.resolve((router.url = url)) };
  TestBed.configureTestingModule({
    providers: [
      { provide: Router, useValue: router },
      { provide: Breadcrumb, useValue: { recordName } },
    ],
  });
  const recent = TestBed.inject(RecentRecords);
  const open = (url: string, name: string) => {
    // The name of a record is taken away when it is left.
    recordName.set(null);
    TestBed.tick();
    router.url = url;
    recordName.set(name);
    TestBed.tick();
  };
  return { recent, router, open, found: (query = '') => recent.find(query).map(({ label }) => label) };
}

describe('what was opened lately', () => {
  it('comes the latest first, without the one that is open, and by a part of its name', () => {
    const { open, found } = start();
    open(`/clients/${idOf(1)}?tab=timeline`, 'Jana');
    open(`/appointments/${idOf(2)}`, 'Omar');
    open(`/conversations/${idOf(3)}`, 'Rosa');
    expect(found()).toEqual(['Omar', 'Jana']);
    open(`/clients/${idOf(1)}`, 'Jana');
    expect(found()).toEqual(['Rosa', 'Omar']);
    expect(found('OM')).toEqual(['Omar']);
    expect(found('nobody')).toEqual([]);
  });

  it('is six records at most, and screens are none', () => {
    const { open, found } = start();
    open('/settings/profile', 'Profile');
    for (let end = 1; end <= 9; end++) open(`/clients/${idOf(end)}`, `Client ${end}`);
    open('/clients', 'Clients');
    expect(found()).toEqual([9, 8, 7, 6, 5, 4, 3].map((end) => `Client ${end}`));
  });

  it('is opened again', () => {
    const { open, recent, router } = start();
    open(`/clients/${idOf(1)}`, 'Jana');
    open(`/clients/${idOf(2)}`, 'Omar');
    recent.find('')[0]?.run();
    expect(router.url).toBe(`/clients/${idOf(1)}`);
  });
});
