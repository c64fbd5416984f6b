import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { anAppointment, answerList, SCREEN, showAppointments } from '../../../testing/appointments';
import { type as typeInto } from '../../../testing/render';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import { SeriesPlace } from '../../crm/series/series-place';
import { StatusActions } from '../drawer/status-actions';
import { MoveDialog } from './move-dialog';

afterEach(() => document.body.replaceChildren());

const ROW = anAppointment({
  series_id: 's1',
  starts_at: '2120-11-20T09:30:00.000Z',
  ends_at: '2120-11-20T10:00:00.000Z',
});
const SERIES = '/api/series/s1';

async function startMove() {
  const closed: unknown[] = [];
  const shown = await showAppointments(MoveDialog, {
    providers: [
      ...SCREEN,
      { provide: DIALOG_DATA, useValue: { appointment: ROW, conflict: null } },
      { provide: DialogRef, useValue: { config: {}, close: (row: unknown) => closed.push(row) } },
    ],
  });
  await shown.pause(20);
  for (const asked of shown.http.match({ method: 'GET', url: '/api/appointments/a1' })) asked.flush(ROW);
  await shown.pause(20);
  const field = (label: string) => {
    const found = shown.findAll('label').find((one) => one.textContent.trim().startsWith(label));
    return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
  };
  const choose = async (value: string) => {
    const select = field('Change') as unknown as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('input', { bubbles: true }));
    await shown.pause(20);
  };
  const time = () => shown.find('app-date-time-field input[type=time]') as HTMLInputElement;
  /** Before a series moves it is asked where this one is by now. */
  const answerRead = async (row = ROW) => {
    shown.http.expectOne({ method: 'GET', url: '/api/appointments/a1' }).flush(row);
    await shown.pause(20);
  };
  return { ...shown, closed, choose, time, field, answerRead };
}

describe('the change of an appointment of a series', () => {
  it.each([
    ['this', '/api/appointments/a1', {}],
    ['following', SERIES, { from: 'a1', starts_at_of: 'a1' }],
    ['all', SERIES, { starts_at_of: 'a1' }],
  ])('is of %s, by the new time of the one that is open', async (scope, url, params) => {
    const { choose, time, press, http, pause, answerRead } = await startMove();
    await choose(scope);
    typeInto(time(), '11:30');
    await pause(20);
    await press('Save');
    await answerRead();
    const sent = http.expectOne((request) => request.method === 'PATCH' && request.url === url);
    const asked = sent.request.params;
    expect(Object.fromEntries(asked.keys().map((key) => [key, asked.get(key)]))).toEqual(params);
    expect(sent.request.body).toMatchObject({ starts_at: '2120-11-20T10:30:00.000Z' });
  });

  it('names those that cannot change, and leaves them as they are where one says so', async () => {
    const { choose, time, press, http, pause, text, closed, field, answerRead } = await startMove();
    await choose('all');
    expect(field('Client')).toBeNull();
    typeInto(time(), '11:30');
    await pause(20);
    await press('Save');
    await answerRead();
    const conflicts = [{ starts_at: '2120-11-27T10:30:00.000Z', code: 'slot_taken' }];
    http
      .expectOne(({ url }) => url === SERIES)
      .flush({ code: 'series_conflicts', conflicts }, { status: 409, statusText: '' });
    await pause(20);
    answerList(http, [anAppointment({ client: { id: 'c2', name: 'Zoe' } })]);
    await pause(20);
    expect(text()).toMatch(/1 appointment cannot be there:.*Nov 27.*Zoe has/);
    await press('Change the others');
    await answerRead();
    const sent = http.expectOne(({ url }) => url === SERIES);
    expect(sent.request.body).toMatchObject({ on_conflict: 'skip' });
    sent.flush({ series_id: 's1', changed: [ROW], conflicts });
    await pause(20);
    expect(closed).toEqual([ROW]);
  });
});

describe('a change of a series of which one was moved meanwhile', () => {
  it('moves none of them by another distance, and says so', async () => {
    const { choose, time, press, http, pause, text, closed, answerRead } = await startMove();
    await choose('all');
    typeInto(time(), '11:30');
    await pause(20);
    await press('Save');
    await answerRead({ ...ROW, starts_at: '2120-11-20T11:30:00.000Z', ends_at: '2120-11-20T12:00:00.000Z' });
    http.expectNone(({ url }) => url === SERIES);
    expect(text()).toContain('Somebody has moved this appointment meanwhile');
    expect(closed).toEqual([]);
  });
});

describe('a change of a series that has nothing to show for it', () => {
  const CONFLICTS = [{ starts_at: '2120-11-27T10:30:00.000Z', code: 'slot_taken' }];

  it('ends where all of them are so already', async () => {
    const { choose, press, http, pause, closed } = await startMove();
    await choose('all');
    await press('Save');
    http.expectOne(({ url }) => url === SERIES).flush({ series_id: 's1', changed: [], conflicts: [] });
    await pause(20);
    expect(closed).toEqual([ROW]);
  });

  it('names what is in the way, which is none of the series, of what is asked for now', async () => {
    const { choose, time, press, http, pause, text, closed, answerRead } = await startMove();
    await choose('all');
    typeInto(time(), '11:30');
    await pause(20);
    await press('Save');
    await answerRead();
    const refuse = { status: 409, statusText: '' };
    http
      .expectOne(({ url }) => url === SERIES)
      .flush({ code: 'series_conflicts', conflicts: CONFLICTS }, refuse);
    await pause(20);
    const own = anAppointment({ id: 'a2', series_id: 's1', client: { id: 'c1', name: 'Own' } });
    answerList(http, [own, anAppointment({ client: { id: 'c2', name: 'Zoe' } })]);
    await pause(20);
    expect(text()).toMatch(/Nov 27.*Zoe has/);
    await press('Change the others');
    await answerRead();
    http.expectOne(({ url }) => url === SERIES).flush({ series_id: 's1', changed: [], conflicts: CONFLICTS });
    await pause(20);
    answerList(http, []);
    await pause(20);
    expect(text()).toContain('1 appointment cannot be there');
    expect(closed).toEqual([]);
    typeInto(time(), '12:00');
    await pause(20);
    expect(text()).not.toContain('cannot be there');
  });
});

describe('cancelling an appointment of a series', () => {
  it.each([
    ['this', 'PATCH', '/api/appointments/a1', null],
    ['following', 'DELETE', SERIES, 'a1'],
    ['all', 'DELETE', SERIES, null],
  ])('asks which, and cancels %s', async (choice, method, url, from) => {
    const asked: Question[] = [];
    const askWithOption = (question: Question) => {
      asked.push(question);
      return Promise.resolve({ hasOption: false, choice, note: 'Anna is ill' });
    };
    const { press, http, pause } = await showAppointments(StatusActions, {
      rows: [ROW],
      inputs: { appointment: ROW, label: 'Actions' },
      providers: [...SCREEN, { provide: Confirm, useValue: { askWithOption } }],
    });
    await press('Cancel appointment');
    const would_tell = { cancelled: 'jana@example.com', deleted: null, moved: null };
    http.expectOne({ method: 'GET', url: '/api/appointments/a1' }).flush({ ...ROW, would_tell });
    await pause(20);
    const sent = http.expectOne((request) => request.method === method && request.url === url);
    expect(sent.request.params.get('from')).toBe(from);
    expect(asked[0]).toMatchObject({ isOptionOn: true, params: { to: 'jana@example.com' } });
    const farewell = { notify: false, reason: 'Anna is ill' };
    if (method === 'PATCH') expect(sent.request.body).toEqual({ status: 'cancelled', ...farewell });
    else expect(sent.request.params.get('notify')).toBe('false');
    expect(asked[0]?.choices?.values.map(({ value }) => value)).toEqual(['this', 'following', 'all']);
  });
});

describe('the place of an appointment in its series', () => {
  it('is said with the way to the others', async () => {
    const { text, find } = await showAppointments(SeriesPlace, {
      rows: ['a0', 'a1', 'a2'].map((id) => anAppointment({ id, series_id: 's1' })),
      inputs: { of: ROW },
      providers: SCREEN,
    });
    expect(text()).toContain('2 of 3');
    expect(find('a').getAttribute('href')).toContain('series_id=s1');
  });
});
