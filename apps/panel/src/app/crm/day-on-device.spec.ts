import { TestBed } from '@angular/core/testing';
import { Component, inject, signal } from '@angular/core';
import type { AppointmentDto, EventDto, MeDto, PageDto } from '@groupless/shared-dto';
import { render } from '../../testing/render';
import { LiveEvents } from '../data/live-events';
import { Session } from '../session/session';
import { keep, readKept } from '../storage/kept';
import { DAY_ALLOWED, DAY_STORE, forgetDay } from '../storage/kept-day';
import { Page } from '../session/page';
import { DayOnDevice } from './day-on-device';

const ADA = { id: 'u1', role: 'desk', locale: 'en', time_zone: 'UTC', formats: 'en-GB' } as MeDto;
const NOW = new Date('2026-11-30T14:05:00.000Z');
const booked = (name: string, hour: number, changes: Partial<AppointmentDto> = {}) =>
  ({
    ...{ id: name, attendee_name: null, client: { name }, title: 'Cut', services: [], resource: 'Emil' },
    ...{
      starts_at: `2026-11-30T${String(hour).padStart(2, '0')}:00:00.000Z`,
      ends_at: `2026-11-30T${String(hour).padStart(2, '0')}:30:00.000Z`,
    },
    ...{ status: 'confirmed', ...changes },
  }) as AppointmentDto;
const page = (items: AppointmentDto[]): PageDto<AppointmentDto> => ({
  ...{ items, next_cursor: null, total: items.length, total_is_exact: true },
});

/** What the browser keeps, by store: jsdom keeps nothing. */
let stores: Map<string, string>;
const kept = () => JSON.parse(stores.get(DAY_STORE) ?? 'null') as { appointments: unknown[] } | null;

@Component({ template: '' })
class Host {
  readonly day = inject(DayOnDevice);
}

beforeEach(() => {
  jest.setSystemTime(NOW);
  stores = new Map();
  const value = {
    open: async (name: string) => ({
      put: async (_: string, answer: { body: string }) => void stores.set(name, answer.body),
    }),
    delete: async (name: string) => stores.delete(name),
  };
  Object.defineProperty(globalThis, 'caches', { configurable: true, value });
  Object.defineProperty(globalThis, 'Response', {
    configurable: true,
    value: class {
      constructor(readonly body: string) {}
    },
  });
});
afterEach(() => {
  localStorage.clear();
  Reflect.deleteProperty(globalThis, 'caches');
  Reflect.deleteProperty(globalThis, 'Response');
});

async function start(allowedFor: string | null) {
  keep(DAY_ALLOWED, allowedFor);
  const handlers: ((event: EventDto) => void)[] = [];
  const tell = (event: EventDto) => handlers.forEach((handler) => handler(event));
  const onEvent = (_: unknown, handler: (event: EventDto) => void) => handlers.push(handler);
  const rendered = await render(Host, {
    providers: [
      { provide: LiveEvents, useValue: { state: signal('live'), onEvent } },
      { provide: Page, useValue: { open: () => undefined } },
    ],
  });
  const session = TestBed.inject(Session);
  await session.show(ADA);
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await rendered.settle();
  };
  await settle();
  const asked = () => rendered.http.match(({ url }) => url === '/api/appointments');
  const answer = async (...appointments: AppointmentDto[]) => {
    const requests = asked();
    expect(requests).toHaveLength(1);
    requests[0]!.flush(page(appointments));
    await settle();
  };
  return { ...rendered, day: rendered.component.day, session, settle, asked, answer, tell };
}

describe('the appointments of today on this device', () => {
  it('are not read where nobody allowed them, nor for another user than who did', async () => {
    for (const allowedFor of [null, 'u2']) {
      const { asked, day } = await start(allowedFor);
      expect(day.isAllowed()).toBe(false);
      expect(asked()).toHaveLength(0);
      TestBed.resetTestingModule();
    }
    expect(stores.size).toBe(0);
  });

  it('are written out, without what was cancelled, for a day at most', async () => {
    const { day, http, settle } = await start(null);
    day.allow(true);
    await settle();
    const [request] = http.match(({ url }) => url === '/api/appointments');
    expect(request!.request.params.get('from')).toBe('2026-11-30T00:00:00.000Z');
    expect(request!.request.params.get('to')).toBe('2026-12-01T00:00:00.000Z');
    request!.flush(
      page([
        booked('Anna', 9),
        booked('Ben', 10, { status: 'cancelled' }),
        booked('Eve', 11, { client: null }),
      ]),
    );
    await settle();
    expect(kept()).toEqual({
      day: 'Monday 30 November',
      as_of: '14:05',
      until_ms: expect.any(Number),
      appointments: [
        { times: '09:00 – 09:30', name: 'Anna', what: 'Cut · Emil' },
        { times: '11:00 – 11:30', name: '–', what: 'Cut · Emil' },
      ],
    });
    const { until_ms } = kept() as unknown as { until_ms: number };
    expect(until_ms - NOW.getTime()).toBeLessThan(25 * 3_600_000);
  });

  it('go at once when a client is erased, and are read again without it', async () => {
    const { answer, tell, settle, asked } = await start('u1');
    await answer(booked('Anna', 9));
    expect(kept()?.appointments).toHaveLength(1);
    tell({ type: 'client.deleted', id: 'c1', at: '' });
    await settle();
    expect(kept()).toBeNull();
    const [request] = asked();
    request!.flush(page([]));
    await settle();
    expect(kept()?.appointments).toEqual([]);
  });

  it('are not kept anew while they cannot be read', async () => {
    const { answer, tell, settle, asked } = await start('u1');
    await answer(booked('Anna', 9));
    tell({ type: 'client.deleted', id: 'c1', at: '' });
    await settle();
    asked()[0]!.flush({ code: 'forbidden' }, { status: 403, statusText: 'No' });
    await settle();
    expect(kept()).toBeNull();
  });

  it('go when they are switched off, here or in another tab, and are read no more', async () => {
    const { day, answer, tell, settle, asked } = await start('u1');
    await answer(booked('Anna', 9));
    day.allow(false);
    await settle();
    expect([kept(), readKept(DAY_ALLOWED)]).toEqual([null, null]);
    day.allow(true);
    await settle();
    await answer(booked('Anna', 9));
    keep(DAY_ALLOWED, null);
    forgetDay();
    dispatchEvent(new Event('storage'));
    tell({ type: 'appointment.updated', id: null, at: '' });
    await settle();
    expect([day.isAllowed(), kept(), asked().length]).toEqual([false, null, 0]);
  });

  it('go with the session: at its end, which a 401 tells, and at the log-out', async () => {
    const { answer, session, settle, http } = await start('u1');
    await answer(booked('Anna', 9));
    const refreshing = session.refresh();
    await settle();
    http.expectOne('/api/auth/refresh').flush({ code: 'unauthenticated' }, { status: 401, statusText: 'No' });
    expect(await refreshing).toBe(false);
    expect(kept()).toBeNull();

    stores.set(DAY_STORE, '{}');
    const leaving = session.logOut();
    await settle();
    http.expectOne('/api/auth/logout').flush(null);
    await leaving;
    expect(kept()).toBeNull();
  });
});
