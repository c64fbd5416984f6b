import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { anAppointment, answerList, SCREEN, showAppointments } from '../../../testing/appointments';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { BookingDialog } from './booking-dialog';

const AT = { starts_at: '2026-11-20T09:30:00.000Z', ends_at: '2026-11-20T10:00:00.000Z' };
const weeks = [20, 27].map((day) => `2026-11-${day}T09:30:00.000Z`);
const third = '2026-12-04T09:30:00.000Z';
const SERIES = '/api/series';

async function start(business: Partial<ChatAgentSettingsDto> = {}) {
  const closed: unknown[] = [];
  const wish = { ...AT, client: { id: 'c1', name: 'Jana Nováková' }, resource: 'main' };
  const shown = await showAppointments(BookingDialog, {
    business,
    providers: [
      ...SCREEN,
      { provide: DIALOG_DATA, useValue: wish },
      { provide: DialogRef, useValue: { config: {}, close: (result: unknown) => closed.push(result) } },
    ],
  });
  await shown.pause(20);
  const field = (label: string) => {
    const found = shown.findAll('label').find((one) => one.textContent.trim().startsWith(label));
    return document.getElementById(found?.getAttribute('for') ?? '') as HTMLSelectElement;
  };
  const set = async (label: string, value: string) => {
    field(label).value = value;
    for (const name of ['input', 'change']) field(label).dispatchEvent(new Event(name, { bubbles: true }));
    await shown.pause(300);
  };
  const sent = () => shown.http.expectOne(({ method, url }) => method === 'POST' && url === SERIES);
  return { ...shown, closed, set, sent };
}

/** With the times shown: the third is taken. */
async function planned(business: Partial<ChatAgentSettingsDto> = {}) {
  const shown = await start(business);
  await shown.set('Repeat', 'week');
  await shown.set('How many times', '3');
  await shown.press('Show the times');
  const trial = shown.sent();
  trial.flush({
    series_id: 's1',
    created: weeks.map((starts_at) => anAppointment({ starts_at })),
    conflicts: [{ starts_at: third, code: 'slot_taken' }],
  });
  await shown.pause(20);
  answerList(shown.http, [anAppointment({ id: 'a9', starts_at: third, client: { id: 'c2', name: 'Zoe' } })]);
  await shown.pause(20);
  return { ...shown, trial };
}

describe('a booking that is repeated', () => {
  beforeAll(() => (HTMLElement.prototype.scrollIntoView = () => undefined));
  beforeEach(() => jest.setSystemTime(new Date('2026-11-20T06:00:00Z')));
  afterEach(() => document.body.replaceChildren());

  it('shows its times first, with who is in the way, and leaves that one out', async () => {
    const { trial, text, press, sent, closed, pause } = await planned();
    expect(trial.request.params.get('dry_run')).toBe('true');
    expect(trial.request.body).toMatchObject({ rrule: 'FREQ=WEEKLY;INTERVAL=1;COUNT=3', resource_id: 'r1' });
    expect(text()).toMatch(/2 appointments.*1 time cannot be.*Fri, Dec 4, 10:30.*Left out.*Zoe has/);
    expect(document.activeElement?.textContent).toBe('2 appointments');
    await press('Book 2 appointments');
    const made = sent();
    expect(made.request.params.get('dry_run')).toBeNull();
    expect((made.request.body as { exceptions: unknown }).exceptions).toEqual([
      { starts_at: third, moved_to: null },
    ]);
    made.flush({ series_id: 's1', created: weeks.map(() => anAppointment()), conflicts: [] });
    await pause(20);
    expect(closed).toHaveLength(1);
  });

  it('says of each date on which the person does not work', async () => {
    const exception = { from: '2026-11-27', to: '2026-11-27', opens: '14:00', closes: '18:00' };
    const { findAll } = await planned({
      working_hours: [{ day: 5, opens: '09:00', closes: '18:00' }],
      schedules: [
        { resource: 'main', working_hours: null, services: null, exceptions: [exception], colour: null },
      ],
    });
    const marked = findAll('app-series-list .days li').map((one) =>
      one.textContent.includes('does not work'),
    );
    expect(marked).toEqual([false, true]);
  });

  it('has a free time that is chosen for one, and says where that is taken meanwhile', async () => {
    const { press, pause, http, sent, text, find } = await planned();
    await press('Another time');
    await pause(300);
    const slot = { starts_at: '2026-12-04T11:00:00.000Z', ends_at: '2026-12-04T11:30:00.000Z' };
    const asked = http.match(
      ({ url, params }) => url.endsWith('/availability') && params.get('date') === '2026-12-04',
    );
    for (const one of asked) one.flush({ date: '2026-12-04', slots: [slot], closed: null });
    await pause(40);
    find('app-series-list .times button').click();
    await pause(30);
    expect(text()).toContain('Moved to Fri, Dec 4, 12:00');
    await press('Book 3 appointments');
    const refused = sent();
    expect((refused.request.body as { exceptions: unknown }).exceptions).toEqual([
      { starts_at: third, moved_to: slot.starts_at },
    ]);
    const conflicts = [{ starts_at: slot.starts_at, code: 'slot_taken' }];
    refused.flush({ code: 'series_conflicts', conflicts }, { status: 409, statusText: 'Conflict' });
    await pause(20);
    answerList(http, []);
    await pause(20);
    expect(text()).toContain('That time is taken too.');
  });

  it('is not sent while none of its times can be', async () => {
    const { set, press, sent, http, pause, find, findAll } = await start();
    const booker = () => findAll('button').find((one) => one.textContent.trim() === 'Book 0 appointments');
    await set('Repeat', 'week');
    await set('How many times', '1');
    await press('Show the times');
    const conflicts = [{ starts_at: third, code: 'outside_hours' }];
    sent().flush({ series_id: 's1', created: [], conflicts });
    await pause(20);
    expect(find('app-series-list').textContent).toContain('0 appointments');
    expect(booker()).toMatchObject({ disabled: true });
    await press('Book 0 appointments');
    http.expectNone(({ method, url }) => method === 'POST' && url === SERIES);
  });

  it('shows its times anew where something else is asked for', async () => {
    const { set, sent, press } = await planned();
    await set('How many times', '4');
    await press('Show the times');
    expect(sent().request.params.get('dry_run')).toBe('true');
  });
});
