import { Component, inject, input, provideEnvironmentInitializer } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { TranslocoService } from '@jsverse/transloco';
import {
  FIRST_STEPS,
  type ActiveAccountDto,
  type AppointmentDto,
  type ChatAgentSettingsDto,
  type DashboardDto,
  type EventDto,
  type MeDto,
  type Role,
} from '@groupless/shared-dto';
import { eventually, render } from '../../testing/render';
import { LiveEvents } from '../data/live-events';
import { STEP_FORMS } from '../layout/step-forms';
import { Toasts } from '../ui/toasts/toasts';
import { Session } from '../session/session';
import { Dashboard } from './dashboard';
import crm from '../crm/i18n/en.json' with { type: 'json' };
import usage from '../ui/usage/i18n/en.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };

/** In the place of a step's form: what it was given, and the end of it. */
@Component({
  selector: 'app-some-form',
  template: `<button type="button" (click)="done()(true)">Store {{ step() }}</button
    ><button type="button" (click)="done()(false)" aria-label="Leave"></button>`,
})
class SomeForm {
  readonly step = input.required<string>();
  readonly done = input.required<(isStored: boolean) => void>();
}
const SHOWN_FORM = '.form:not([hidden]) app-some-form';
const someForm = () => Promise.resolve(SomeForm);

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const appointment = (id: string, fromHours: number, more: Partial<AppointmentDto> = {}) =>
  ({
    id,
    client: { id: `c-${id}`, name: `Client ${id}` },
    title: 'Haircut',
    starts_at: inHours(fromHours),
    ends_at: inHours(fromHours + 1),
    status: 'confirmed',
    resource: 'main',
    ...more,
  }) as AppointmentDto;

const ACCOUNT: ActiveAccountDto = {
  id: 'a1',
  name: 'Team 1',
  type: 'teams',
  tool: null,
  has_session: false,
  session_updated_at: null,
  session_expires_at: null,
  usage: null,
};
const DASHBOARD: DashboardDto = {
  clients: { total: 40, new_30d: 14, new_previous_30d: 5 },
  appointments: {
    today: { pending: 1, confirmed: 3, completed: 2, cancelled: 1, no_show: 0 },
    next_7d: 7,
    pending_over_24h: 5,
    without_outcome: 0,
    by_service_30d: [],
    by_day_30d: [
      { date: '2026-11-19', phone: 2, chat: 1, web: 0, panel: 0 },
      { date: '2026-11-20', phone: 1, chat: 0, web: 0, panel: 4 },
    ],
    next: [appointment('next', 2)],
  },
  conversations: {
    open: 13,
    needs_human: 2,
    unread: 4,
    waiting: 0,
    waiting_since: null,
    undelivered: [],
    many_numbers: [],
    agent_last_seen_at: new Date().toISOString(),
    messages_by_day_14d: [{ date: '2026-11-20', user: 5, assistant: 6, operator: 7 }],
  },
  attention: [],
  tasks: { pending: 17, completed_7d: 2, completed_previous_7d: 4 },
  active_account: ACCOUNT,
  active_accounts: [ACCOUNT],
  first_steps: ['zone', 'services'],
  generated_at: new Date().toISOString(),
};

/** All is set up but the services. */
const SETTINGS = {
  name: 'Salon Ada',
  time_zone: 'UTC',
  phone_region: 'US',
  working_hours: [{ day: 2, opens: '10:00', closes: '19:00' }],
  services: [],
  closures: [],
};

const AWAY = [
  { code: 'database_unavailable', detail: 'The database is away.' },
  { status: 503, statusText: 'Away' },
] as const;

const page = (items: AppointmentDto[]) => ({
  items,
  next_cursor: null,
  total: items.length,
  total_is_exact: true,
});

async function start(role: Role = 'admin') {
  const handlers: ((event: EventDto) => void)[] = [];
  const events = {
    onEvent: (_types: unknown, handler: (event: EventDto) => void) => handlers.push(handler),
  };
  const rendered = await render(Dashboard, {
    providers: [
      { provide: LiveEvents, useValue: events },
      {
        provide: STEP_FORMS,
        useValue: Object.fromEntries(FIRST_STEPS.map((step) => [step, someForm])),
      },
      provideEnvironmentInitializer(() => {
        inject(TranslocoService).setTranslation({ dashboard: en, crm, usage }, 'en');
        void inject(Session).show({ id: 'u1', role, locale: 'en', time_zone: 'UTC' } as MeDto);
      }),
    ],
  });
  const { http, fixture } = rendered;
  const asked = () => http.match('/api/dashboard');
  const begun = () => http.match(({ url }) => url === '/api/appointments');
  const answer = async (
    dashboard: DashboardDto,
    running: AppointmentDto[] = [],
    settings: Partial<ChatAgentSettingsDto> = {},
  ) => {
    for (const request of asked()) request.flush(dashboard);
    for (const request of begun()) request.flush(page(running));
    for (const request of http.match('/api/settings/chat-agent')) request.flush({ ...SETTINGS, ...settings });
    for (const request of http.match('/api/agent/pause')) request.flush({ pause: null });
    await new Promise((resolve) => setTimeout(resolve, 5));
    fixture.detectChanges();
    await rendered.settle();
    // The forms of first steps begin with them.
    for (const request of http.match('/api/settings/chat-agent')) request.flush(SETTINGS);
    await rendered.settle();
  };
  const press = async (name: string) => {
    rendered
      .findAll('button')
      .find((button) => line(button) === name)!
      .click();
    await rendered.settle();
  };
  return {
    ...rendered,
    press,
    asked,
    begun,
    answer,
    tell: () => handlers.forEach((handler) => handler({ type: 'resync', id: null, at: '' })),
  };
}

const line = (element: Element | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

describe('the dashboard', () => {
  it('counts what there is to do, each number with a link to its list', async () => {
    const { findAll, answer } = await start();
    await answer(DASHBOARD);
    const cards = findAll('app-statistic-card').map((card) => [
      line(card.querySelector('h2') ?? undefined),
      line(card.querySelector('.value') ?? undefined),
      card.querySelector('a')?.getAttribute('href'),
    ]);

    expect(cards).toEqual([
      ['Appointments today', '4', '/appointments?view=day&date=2026-11-20&status=pending,confirmed'],
      [
        'New clients in 30 days',
        '14',
        expect.stringMatching(/^\/clients\?sort=-created_at&status=all&created_after=[\d-]{10}T[\d:.]+Z$/),
      ],
      ['Needs a human', '2', '/conversations?tab=needs_human'],
      ['Pending tasks', '17', '/memory/tasks?status=pending'],
    ]);
  });

  it('begins with the first steps, without a request of their own', async () => {
    const { find, findAll, answer, http } = await start();
    await answer(DASHBOARD);

    expect(findAll('app-first-steps .step').map(line)).toEqual([
      'Choose the time zone of the business',
      'Add the services that can be booked',
    ]);
    expect(line(find('app-statistic-card h2'))).toBe('Appointments today');
    http.expectNone('/api/settings/first-steps');
    http.expectNone(({ url }) => url === '/api/users');
  });

  it('asks what it is for before anything else, with the answers at once', async () => {
    const { findAll, find, answer, text } = await start();
    await answer({ ...DASHBOARD, first_steps: ['use', 'zone', 'attach'] });

    expect(findAll('app-first-steps .step').map(line)).toEqual(['What shall Groupless do?']);
    expect(line(find(SHOWN_FORM))).toBe('Store use');
    expect(findAll('app-statistic-card, app-timeline, app-attention-list')).toEqual([]);
    expect(text()).not.toContain('Choose the time zone');
  });

  it.each([
    ['bookings', 0, ['app-timeline', 'app-attention-list']],
    ['bookings', 40, ['app-timeline', 'app-attention-list', 'app-statistic-card']],
    ['memory', 0, ['app-attention-list', 'app-statistic-card', 'app-active-account']],
    ['memory', 40, ['app-timeline', 'app-attention-list', 'app-statistic-card', 'app-active-account']],
    ['both', 0, ['app-timeline', 'app-attention-list', 'app-statistic-card', 'app-active-account']],
  ] as const)('of an installation for %s with %i clients shows %j', async (used_for, total, shown) => {
    const { find, findAll, answer } = await start();
    const none = { ...DASHBOARD.appointments, by_day_30d: [], next_7d: 0, next: [] };
    const clients = { ...DASHBOARD.clients, total };
    const conversations = { ...DASHBOARD.conversations, open: 0 };
    const tasks = { pending: 0, completed_7d: 0, completed_previous_7d: 0 };
    await answer({ ...DASHBOARD, clients, conversations, tasks, appointments: none }, [], { used_for });

    const parts = ['app-timeline', 'app-attention-list', 'app-statistic-card', 'app-active-account'];
    expect(find('.page')).not.toBeNull();
    expect(parts.filter((part) => findAll(part).length > 0)).toEqual(shown);
  });

  it('skips all that are open at once, and shows them no more', async () => {
    const { findAll, answer, press, http } = await start();
    await answer(DASHBOARD);
    await press('Hide');
    http.expectOne({ method: 'GET', url: '/api/settings/first-steps' }).flush({ skipped: ['team'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const kept = http.expectOne({ method: 'PUT', url: '/api/settings/first-steps' });

    expect(kept.request.body).toEqual({ skipped: ['team', 'zone', 'services'] });
    expect(findAll('app-first-steps')).toEqual([]);
  });

  it('has the form of a step in its place, one at a time', async () => {
    const { find, findAll, answer, press } = await start();
    await answer(DASHBOARD);
    await press('Choose the time zone of the business');
    expect(line(find(SHOWN_FORM))).toBe('Store zone');
    await press('Add the services that can be booked');

    expect(findAll(SHOWN_FORM).map(line)).toEqual(['Store services']);
    // What was typed there stays.
    expect(findAll('app-some-form').map(line)).toEqual(['Store zone', 'Store services']);
    expect(findAll('.step').map((step) => step.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
    expect(find('.form:not([hidden]) a').getAttribute('href')).toBe('/settings/resources#services-heading');
    await press('Add the services that can be booked');
    expect(findAll(SHOWN_FORM)).toEqual([]);
  });

  it('counts a step as done too whose default was stored, and goes on with the next', async () => {
    const { find, findAll, answer, press, settle, http, element } = await start();
    document.body.append(element);
    await answer(DASHBOARD);
    find('app-first-steps .step').focus();
    await press('Choose the time zone of the business');
    find('app-some-form button').focus();
    await press('Store zone');
    // What is stored is the default, so the step is still open.
    await answer(DASHBOARD);
    // Another admin may have skipped others since.
    http
      .expectOne({ method: 'GET', url: '/api/settings/first-steps' })
      .flush({ skipped: ['assistant', 'team'] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const kept = http.expectOne({ method: 'PUT', url: '/api/settings/first-steps' });
    expect(kept.request.body).toEqual({ skipped: ['assistant', 'team', 'zone'] });
    kept.flush({ skipped: ['assistant', 'team', 'zone'] });
    await settle();
    await answer({ ...DASHBOARD, first_steps: ['services'] });

    expect(findAll('.step').map(line)).toEqual(['Add the services that can be booked']);
    expect(line(document.activeElement ?? undefined)).toBe('Add the services that can be booked');
  });

  it('gives the focus back to a step whose form has ended, where that is still to be done', async () => {
    const { find, findAll, answer, press, element, settle } = await start();
    document.body.append(element);
    await answer(DASHBOARD);
    await press('Add the services that can be booked');
    find('app-some-form [aria-label=Leave]').focus();
    find('app-some-form [aria-label=Leave]').click();
    await settle();

    expect(findAll(SHOWN_FORM)).toEqual([]);
    expect(line(document.activeElement ?? undefined)).toBe('Add the services that can be booked');
  });

  it('says how numbers differ from the period before, with sign and word', async () => {
    const { findAll, answer } = await start();
    await answer(DASHBOARD);

    expect(findAll('app-difference').map(line)).toEqual([
      '+9, more than in the 30 days before',
      '-2, fewer than in the 7 days before',
    ]);
  });

  it('says so when nothing differs', async () => {
    const { findAll, answer } = await start();
    await answer({ ...DASHBOARD, clients: { total: 10, new_30d: 5, new_previous_30d: 5 } });

    expect(line(findAll('app-difference')[0])).toBe('As many as in the 30 days before');
  });

  it('shows who is here now above who comes next, without who has gone', async () => {
    const { find, answer } = await start();
    await answer(DASHBOARD, [appointment('now', -0.5), appointment('gone', -3)]);
    const timeline = line(find('app-timeline'));

    expect(timeline).toMatch(/Now .*Client now.*Client next/);
    expect(timeline).not.toContain('Client gone');
    expect(find('app-timeline li a').getAttribute('href')).toBe('/appointments/now');
  });

  it('says that today or tomorrow is closed, whose and why', async () => {
    const { findAll, answer } = await start();
    const day = (later: number) => inHours(24 * later).slice(0, 10);
    const closures = [
      { from: day(0), to: day(0), reason: 'Christmas' },
      { from: `${day(1)}T12:00`, to: `${day(1)}T18:00`, reason: '', resource: 'Anna' },
      { from: day(2), to: day(3), reason: 'Later' },
      { from: day(-2), to: day(-1), reason: 'Over' },
    ];
    await answer(DASHBOARD, [], { closures });
    expect(findAll('app-timeline .closure').map(line)).toEqual([
      'Closed today · Christmas',
      expect.stringMatching(/^Anna is closed tomorrow 12:00\sPM – 6:00\sPM$/),
    ]);
  });

  it('leads to those of which nobody has said what became', async () => {
    const { find, answer } = await start();
    const appointments = { ...DASHBOARD.appointments, pending_over_24h: 0, without_outcome: 3 };
    await answer({
      ...DASHBOARD,
      appointments,
      active_accounts: [],
      generated_at: '2026-11-20T12:00:00.000Z',
    });
    expect(line(find('app-attention-list li'))).toBe('3 past appointments have no outcome yet Hide Review');
    expect(decodeURIComponent(find('app-attention-list li a').getAttribute('href')!)).toBe(
      '/appointments?view=list&period=all&status=pending,confirmed&ended_after=2026-10-21T12:00:00.000Z' +
        '&ended_before=2026-11-20T12:00:00.000Z&sort=-starts_at',
    );
  });

  it('hides past ones without an outcome from who does not want to know, in this browser, until it is undone', async () => {
    const { find, answer, settle } = await start();
    const appointments = { ...DASHBOARD.appointments, pending_over_24h: 0, without_outcome: 3 };
    await answer({ ...DASHBOARD, appointments, active_account: null });
    (find('app-attention-list li button') as HTMLButtonElement).click();
    await settle();
    expect(line(find('app-attention-list'))).not.toContain('3 past appointments');
    expect(localStorage.getItem('groupless.outcomes.u1')).toBe('hidden');
    TestBed.inject(Toasts).undoLast();
    await settle();
    expect(line(find('app-attention-list'))).toContain('3 past appointments');
    expect(localStorage.getItem('groupless.outcomes.u1')).toBeNull();
  });

  it('lists what needs attention, and says when nothing does', async () => {
    const { findAll, find, answer, tell } = await start();
    await answer(DASHBOARD);
    expect(findAll('app-attention-list li p').map(line)).toEqual([
      '5 appointments have waited for a confirmation for more than 24 hours',
    ]);

    tell();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const well = { ...DASHBOARD.appointments, pending_over_24h: 0 };
    await answer({ ...DASHBOARD, appointments: well, active_accounts: [] });
    expect(line(find('app-attention-list'))).toContain('Nothing needs you just now.');
  });

  it('confirms a booking in its row, for who may', async () => {
    const pending = appointment('late', 3, { status: 'pending' });
    const appointments = { ...DASHBOARD.appointments, next: [pending] };
    const { findAll, answer, press, http } = await start();
    await answer({ ...DASHBOARD, appointments });
    await press('Confirm');
    const sent = http.expectOne({ method: 'PATCH', url: '/api/appointments/late' });
    expect(sent.request.body).toEqual({ status: 'confirmed' });
    expect(findAll('app-confirm-button button')).toEqual([]);
    sent.flush({ ...pending, status: 'confirmed' }, { headers: { etag: '"2.1"' } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(TestBed.inject(Toasts).shown()[0]).toMatchObject({ text: 'crm.confirming.done' });
    TestBed.inject(Toasts).undoLast();
    const back = http.expectOne({ method: 'POST', url: '/api/appointments/late/history/undo' });
    expect(back.request.headers.get('if-match')).toBe('"2.1"');
  });

  it('names the room of the active account of each tool, and what is nearly used up', async () => {
    const { findAll, find, answer } = await start();
    const [at, resets_at] = [inHours(-0.1), inHours(2.5)];
    const used = (five_hour: number) => ({
      ...{
        at,
        machine: 'ada-laptop',
        is_caller: null,
        windows: [{ name: 'five_hour', used_percent: five_hour, resets_at }],
      },
    });
    const claude = { ...ACCOUNT, has_session: true, session_updated_at: at, usage: used(96) };
    const codex = { ...claude, id: 'a2', name: 'Codex 1', tool: 'codex' as const, usage: null };
    const appointments = { ...DASHBOARD.appointments, pending_over_24h: 0 };
    await answer({ ...DASHBOARD, appointments, active_accounts: [codex, claude] });

    const [ofCodex, ofClaude] = findAll('app-active-account app-usage-bars').map(line);
    expect(ofCodex).toBe('Use of the limits: not reported.');
    expect(ofClaude).toMatch(/Five hours ?96% resets in 2 hours/);
    expect(findAll('app-active-account p.name').map(line)).toEqual([
      'Codex 1TeamsCodex',
      'Team 1TeamsClaude Code',
    ]);
    expect(findAll('app-attention-list li').map(line)).toEqual([
      'Five hours: “Team 1” (Claude Code) is almost full, 96% of its limit is used Resets in 2 hours See the others',
    ]);
    expect(find('app-attention-list a').getAttribute('href')).toBe('/settings/accounts');
  });

  it('leads to the accounts only those who may see them', async () => {
    const { element, answer } = await start('viewer');
    await answer(DASHBOARD);

    expect(element.querySelectorAll('a[href^="/settings/accounts"]')).toHaveLength(0);
  });

  it('has nothing for the front desk that it neither sees nor can mend', async () => {
    const { element, findAll, answer } = await start('desk');
    await answer({ ...DASHBOARD, tasks: null, active_accounts: [] });

    expect(element.querySelector('app-active-account')).toBeNull();
    expect(element.textContent).not.toMatch(/task/i);
    expect(findAll('app-attention-list li p').map(line)).toEqual([
      '5 appointments have waited for a confirmation for more than 24 hours',
    ]);
  });

  it('has the numbers of a chart in a table, the latest day first', async () => {
    const { find, findAll, answer, settle } = await start();
    await answer(DASHBOARD);
    await eventually(() => findAll('app-day-chart button').length > 0);
    find('app-day-chart button').click();
    await settle();

    const rows = findAll('app-day-chart table tr').map((row) => [...row.children].map(line));
    expect(rows).toEqual([
      ['Day', 'Phone', 'Chat', 'Panel', 'All'],
      ['Fri, Nov 20', '1', '0', '4', '5'],
      ['Thu, Nov 19', '2', '1', '0', '3'],
    ]);
    find('app-day-chart button').click();
    await settle();
    expect(findAll('app-day-chart table')).toEqual([]);
  });

  it('draws no chart of nothing', async () => {
    const { findAll, answer } = await start();
    const { appointments, conversations } = DASHBOARD;
    await answer({
      ...DASHBOARD,
      appointments: {
        ...appointments,
        by_day_30d: [{ date: '2026-11-20', phone: 0, chat: 0, web: 0, panel: 0 }],
      },
      conversations: { ...conversations, messages_by_day_14d: [] },
    });

    expect(findAll('app-statistic-card')).toHaveLength(4);
    expect(findAll('app-day-chart')).toEqual([]);
  });

  it('calls each chart what it shows', async () => {
    const { findAll, answer } = await start();
    await answer(DASHBOARD);
    await eventually(() => findAll('app-bar-chart svg').length > 0);
    expect(findAll('app-bar-chart svg')[0]?.getAttribute('aria-label')).toBe(
      'Appointments booked a day, by source, the last 30 days. Phone: 3, Chat: 1, and Panel: 4',
    );
  });

  it('reads once for many events at once', async () => {
    const { asked, begun, answer, tell } = await start();
    await answer(DASHBOARD);
    for (let event = 0; event < 20; event++) tell();
    await new Promise((resolve) => setTimeout(resolve, 2_500));

    expect(asked()).toHaveLength(1);
    expect(begun()).toHaveLength(1);
  });

  it('keeps what it shows when it cannot be read again, and says why', async () => {
    const { find, asked, begun, answer, tell, fixture, settle } = await start();
    await answer(DASHBOARD);
    tell();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    for (const request of asked()) request.flush(...AWAY);
    begun();
    await new Promise((resolve) => setTimeout(resolve, 5));
    fixture.detectChanges();
    await settle();

    expect(line(find('app-error-panel'))).toContain('The database does not answer.');
    expect(line(find('.value'))).toBe('4');
  });

  it('offers another try when the first read fails', async () => {
    const { find, asked, begun, answer, fixture, settle } = await start();
    for (const request of asked()) request.flush(...AWAY);
    begun();
    await new Promise((resolve) => setTimeout(resolve, 5));
    fixture.detectChanges();
    await settle();
    expect(line(find('app-error-panel'))).toContain('The database does not answer.');
    find('app-error-panel .button').click();
    await answer(DASHBOARD);

    expect(line(find('.value'))).toBe('4');
  });
});
