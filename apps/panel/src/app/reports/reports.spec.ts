import { HttpTestingController } from '@angular/common/http/testing';
import { Component, inject, provideEnvironmentInitializer } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, RouterOutlet } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { BookingGroupDto, ConversationGroupDto, ReportDto } from '@groupless/shared-dto';
import { choose, render } from '../../testing/render';
import { Appearance } from '../i18n/appearance';
import en from './i18n/en.json' with { type: 'json' };
import { axisOf } from '../ui/charts/bars';
import { Reports } from './reports';

@Component({ imports: [RouterOutlet], template: '<router-outlet />' })
class Screen {}

const BOOKINGS = {
  ...{ made: 40, by_agent: 30, by_agent_in_hours: 12, by_agent_outside_hours: 15 },
  ...{ visits: 38, moved: 4, cancelled: 3, no_show: 2, minutes: 1_830 },
};
const CONVERSATIONS = { begun: 20, recorded: 20, alone: 12, person_needed: 6, waited: 1 };
const CUT = '11111111-1111-4111-8111-111111111111';
const ANNA = '22222222-2222-4222-8222-222222222222';

const booked = (key: string, more: Partial<BookingGroupDto> = {}): BookingGroupDto => ({
  ...{ key, name: key, ...BOOKINGS, previous: null },
  ...more,
});
const begun = (key: string, more: Partial<ConversationGroupDto> = {}): ConversationGroupDto => ({
  ...{ key, name: key, ...CONVERSATIONS, previous: null },
  ...more,
});

const OTHERS = { ru: '', de: '', es: '', fr: '' };

const REPORT: ReportDto = {
  by: 'day',
  time_zone: 'Europe/Vienna',
  period: {
    ...{ from: '2026-11-01', to: '2026-12-01', days: 30 },
    ...{ begins: '2026-10-31T23:00:00.000Z', ends: '2026-11-30T23:00:00.000Z' },
  },
  previous: {
    ...{ from: '2026-10-02', to: '2026-11-01', days: 30 },
    ...{ begins: '2026-10-01T22:00:00.000Z', ends: '2026-10-31T23:00:00.000Z' },
  },
  bookings: {
    ...BOOKINGS,
    previous: { ...BOOKINGS, made: 32, no_show: 5, minutes: 1_830 },
    groups: [booked('2026-11-01'), booked('2026-11-02', { made: 0, by_agent: 0 })],
    busiest: [
      { weekday: 1, hour: 9, visits: 12 },
      { weekday: 5, hour: 11, visits: 3 },
    ],
    services: [
      {
        ...{ id: CUT, name: 'Cut', archived_at: null, visits: 20, cancelled: 1, no_show: 2, minutes: 600 },
        ...{ previous_no_show: 1, previous_minutes: 540 },
      },
    ],
  },
  conversations: {
    ...CONVERSATIONS,
    previous: CONVERSATIONS,
    groups: [begun('2026-11-01')],
    recorded_since: '2026-09-01T00:00:00.000Z',
  },
  response: { answered: 18, median_s: 45, p90_s: 390, previous: { answered: 10, median_s: 60, p90_s: null } },
  resources: [
    {
      ...{ id: ANNA, name: 'Anna', archived_at: '2026-11-20T00:00:00.000Z' },
      ...{ visits: 20, filled_minutes: 660, previous_filled_minutes: 60 },
    },
  ],
  definitions: [
    { figure: 'made', ...OTHERS, en: 'Appointments that were booked.' },
    { figure: 'no_show', ...OTHERS, en: 'To which nobody came.' },
  ],
};

const line = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

async function start(address = '/reports') {
  const rendered = await render(Screen, {
    providers: [
      provideRouter([
        { path: 'reports', component: Reports },
        { path: '**', children: [] },
      ]),
      provideEnvironmentInitializer(() => {
        inject(TranslocoService).setTranslation({ reports: en }, 'en');
        void inject(Appearance).adopt({ locale: 'en', business_zone: 'Europe/Vienna' });
      }),
    ],
  });
  const http = TestBed.inject(HttpTestingController);
  await TestBed.inject(Router).navigateByUrl(address);
  await rendered.settle();
  for (const request of http.match('/api/settings/chat-agent')) request.flush({ time_zone: 'Europe/Vienna' });
  await rendered.settle();
  const asked = () => http.match(({ url }) => url === '/api/reports');
  const answer = async (report: ReportDto = REPORT) => {
    const [request, ...others] = asked();
    request!.flush(report);
    await rendered.settle();
    expect(others).toEqual([]);
    return Object.fromEntries(
      request!.request.params.keys().map((name) => [name, request!.request.params.get(name)]),
    );
  };
  const root = () => rendered.element;
  const card = (name: string) =>
    [...root().querySelectorAll('app-figure-card')].find((one) => line(one.querySelector('h3')) === name)!;
  const press = async (name: string) => {
    [...root().querySelectorAll('button')].find((button) => line(button) === name)!.click();
    await rendered.settle();
  };
  const addressOf = (link: Element | null | undefined) => {
    const url = new URL(link?.getAttribute('href') ?? '', 'http://panel');
    return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
  };
  return { ...rendered, http, asked, answer, card, press, root, addressOf };
}

describe('the reports', () => {
  beforeEach(() => {
    jest.setSystemTime(new Date('2026-11-30T10:00:00Z'));
  });

  it('say each figure, how it was before, what it means, and lead to its rows', async () => {
    const { answer, card, addressOf, text } = await start();
    expect(await answer()).toEqual({ from: '2026-11-01', to: '2026-12-01', by: 'day' });
    expect(line(card('Booked'))).toContain('40');
    expect(line(card('Booked').querySelector('.before'))).toBe('+8 · 32 before');
    expect(line(card('No-shows').querySelector('.before'))).toBe('−3 · 5 before');
    expect(line(card('Moved').querySelector('.before'))).toBe('As many as before');
    expect(text()).toContain('31 hr in all, 31 hr before');
    expect(line(card('First answer, median').querySelector('.value'))).toBe('45 sec');
    expect(line(card('First answer, 9 of 10').querySelector('.value'))).toBe('6.5 min');
    // With nothing to compare there is no difference.
    expect(card('First answer, 9 of 10').querySelector('.before')).toBeNull();
    expect(line(card('By the agent'))).toContain('12 while open, 15 while closed');
    const list = { path: '/appointments', view: 'list', period: 'all' };
    const [begins, ends] = [REPORT.period.begins, REPORT.period.ends];
    expect(addressOf(card('By the agent').querySelector('a'))).toEqual({
      ...{ ...list, created_after: begins, created_before: ends, made_by: 'agent' },
    });
    expect(addressOf(card('No-shows').querySelector('a'))).toEqual({
      ...{ ...list, starts_after: begins, starts_before: ends, status: 'no_show' },
    });
    expect(addressOf(card('Person needed').querySelector('a'))).toEqual({
      path: '/conversations',
      ...{ created_after: begins, created_before: ends, outcome: 'person,waited' },
    });
    expect(addressOf(card('First answer, median').querySelector('a'))).toMatchObject({ outcome: 'answered' });
    expect(line(card('No-shows').querySelector('[popover]'))).toBe('To which nobody came.');
  });

  it('have a table behind each chart, whose figures lead to the rows of their day', async () => {
    const { answer, root, press, addressOf } = await start();
    await answer();
    const [bookings] = [...root().querySelectorAll('app-breakdown')];
    const chart = bookings!.querySelector('svg[role=img]');
    expect(chart!.getAttribute('aria-label')).toContain('Agent, while closed: 30');
    expect(bookings!.querySelectorAll('svg[role=img] g')).toHaveLength(2);
    await press('Table');
    expect(bookings!.querySelector('svg[role=img]')).toBeNull();
    const rows = [...bookings!.querySelectorAll('tbody tr')];
    // The latest first.
    expect(rows.map((row) => line(row.querySelector('th')))).toEqual(['Mon, Nov 2', 'Sun, Nov 1']);
    expect(addressOf(rows[1]!.querySelector('td a'))).toMatchObject({
      created_after: '2026-10-31T23:00:00.000Z',
      created_before: '2026-11-01T23:00:00.000Z',
    });
    expect(rows[0]!.querySelector('td a')).not.toBeNull();
    expect(line(rows[0]!.querySelector('td'))).toBe('0');
    expect(rows[0]!.querySelector('td')!.querySelector('a')).toBeNull();
  });

  it('show the busiest hours, services and resources', async () => {
    const { answer, root, addressOf } = await start();
    await answer();
    const cells = [...root().querySelectorAll('app-heat-map tbody tr')].map((row) =>
      [...row.children].map(line),
    );
    expect(cells).toEqual([
      ['9:00 AM', '12', '', '', '', '', '', ''],
      ['10:00 AM', '', '', '', '', '', '', ''],
      ['11:00 AM', '', '', '', '', '3', '', ''],
    ]);
    expect(addressOf(root().querySelector('app-heat-map a'))).toMatchObject({
      ...{ weekday: '1', hour: '9', view: 'list', period: 'all' },
      ...{ status: 'pending,confirmed,completed,no_show' },
    });
    const [resources, services] = [...root().querySelectorAll('.inner app-figure-table')];
    const cellsOf = (table: Element | undefined) => [...table!.querySelector('tbody tr')!.children].map(line);
    expect(cellsOf(resources)).toEqual(['Anna archived', '20', '11 hr', '1 hr']);
    expect(cellsOf(services)).toEqual(['Cut', '20', '1', '2 (10%)', '10 hr', '9 hr']);
    expect(addressOf(services!.querySelectorAll('tbody a')[2])).toMatchObject({
      service_id: CUT,
      status: 'no_show',
    });
    expect(addressOf(resources!.querySelectorAll('tbody a')[1])).toMatchObject({ resource_id: ANNA });
  });

  it('say since when what is not known is recorded', async () => {
    const { answer, card, text } = await start();
    const unknown = { recorded: 0, alone: null, person_needed: null, waited: null };
    const { response, conversations } = REPORT;
    await answer({
      ...REPORT,
      conversations: { ...conversations, ...unknown, previous: { ...CONVERSATIONS, ...unknown } },
      response: { ...response, answered: 0, median_s: null, p90_s: null },
    });
    for (const name of ['Agent alone', 'Person needed', 'First answer, median'])
      expect(line(card(name).querySelector('.value'))).toBe('Not recorded before Sep 1, 2026');
    expect(line(card('Conversations begun').querySelector('.value'))).toBe('20');
    expect(text()).not.toContain('null');
  });

  it('follow the period and the grouping, which stand in the address', async () => {
    const { answer, root, settle, addressOf } = await start('/reports?period=12m');
    expect(await answer()).toEqual({ from: '2025-12-01', to: '2026-12-01', by: 'month' });
    const [period, by] = [...root().querySelectorAll('select')];
    choose(by!, 'source');
    await settle();
    const source = { ...REPORT, by: 'source' as const };
    const groups = [booked('phone', { made: 3 }), booked('web', { made: 30 })];
    const asked = await answer({
      ...source,
      bookings: { ...REPORT.bookings, groups },
      conversations: { ...REPORT.conversations, groups: [begun('whatsapp')] },
    });
    expect(asked).toMatchObject({ by: 'source' });
    const [bookings, talks] = [...root().querySelectorAll('app-breakdown')];
    expect([...bookings!.querySelectorAll('tbody th')].map(line)).toEqual(['Booking page', 'Phone']);
    expect(addressOf(bookings!.querySelector('tbody a'))).toMatchObject({ source: 'web' });
    expect(addressOf(talks!.querySelector('tbody a'))).toMatchObject({ channel: 'whatsapp' });
    choose(period!, 'own');
    await settle();
    // The days that are shown are those to begin with: nothing new is asked for.
    expect(TestBed.inject(Router).url).toBe('/reports?period=own&by=source&from=2025-12-01&to=2026-11-30');
    const [first] = [...root().querySelectorAll<HTMLInputElement>('input[type=date]')];
    first!.value = '2026-11-16';
    first!.dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
    expect(await answer(source)).toEqual({ from: '2026-11-16', to: '2026-12-01', by: 'source' });
  });

  it('wait while the figures are being counted, and ask again', async () => {
    const { asked, answer, settle, text, card } = await start();
    const body = { code: 'counting', detail: 'The figures are being counted.' };
    for (const request of asked()) request.flush(body, { status: 409, statusText: 'Conflict' });
    await settle();
    expect(text()).toContain('The figures are being counted');
    expect(text()).not.toContain('Try again');
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    await settle();
    await answer();
    expect(line(card('Booked'))).toContain('40');
  });

  it('have an axis of whole steps', () => {
    expect(axisOf(0)).toEqual({ top: 4, steps: [0, 1, 2, 3, 4] });
    expect(axisOf(7)).toEqual({ top: 8, steps: [0, 2, 4, 6, 8] });
    expect(axisOf(1_234)).toEqual({ top: 1_500, steps: [0, 500, 1_000, 1_500] });
  });
});
