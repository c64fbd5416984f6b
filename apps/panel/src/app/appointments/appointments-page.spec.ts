import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { answerList, anAppointment, resourcesNamed, showAppointments } from '../../testing/appointments';
import { AppointmentsPage } from './appointments-page';

afterEach(() => document.body.replaceChildren());

const JANA = anAppointment();
const OMAR = anAppointment({
  id: 'a2',
  client: { id: 'c2', name: 'Omar Haddad' },
  starts_at: '2026-11-21T08:00:00.000Z',
  ends_at: '2026-11-21T09:00:00.000Z',
  status: 'cancelled',
  title: 'Second fitting',
});

describe('the appointments', () => {
  it('of a week are asked for in the zone of the business, with those that go on then', async () => {
    const { listed } = await showAppointments(AppointmentsPage, {
      query: 'view=agenda&date=2026-10-20',
      rows: [JANA],
    });

    // The clocks go back on 25 October: the week ends at midnight of another offset.
    expect(listed.map((params) => [params.get('from'), params.get('to')])).toEqual([
      ['2026-10-19T22:00:00.000Z', '2026-10-26T23:00:00.000Z'],
    ]);
  });

  it.each(['agenda', 'month'])('stand beside the blocks of their days: %s', async (view) => {
    const block = {
      ...{ resource: 'main', title: 'Delivery', calendar_id: null, block_id: 'b1' },
      ...{ starts_at: '2026-11-20T12:00:00.000Z', ends_at: '2026-11-20T13:00:00.000Z' },
    };
    const { http, text, pause } = await showAppointments(AppointmentsPage, {
      query: `view=${view}&date=2026-11-20`,
      rows: [JANA],
    });
    for (const asked of http.match(({ url }) => url === '/api/busy-times'))
      asked.flush([block, { ...block, title: 'Private', calendar_id: 'k1', block_id: null }]);
    for (let wait = 0; wait < 200 && !text().includes('Delivery'); wait++) await pause(5);
    expect(text()).toMatch(view === 'agenda' ? /1:00 – 2:00\sPM ?Delivery/ : /1:00\sPM ?Delivery/);
    expect(text()).not.toContain('Private');
  });

  it('stand in the agenda under their days, at the time of the business, cancelled ones struck out', async () => {
    const { findAll, text, pause } = await showAppointments(AppointmentsPage, {
      query: 'view=agenda&date=2026-11-20',
      rows: [JANA, OMAR],
    });
    const sections = () => findAll('app-appointment-agenda section');
    for (let wait = 0; wait < 200 && sections().length < 7; wait++) await pause(5);
    const days = sections().map((one) => one.textContent.replaceAll(/\s+/g, ' '));

    expect(days).toHaveLength(7);
    expect(days[0]).toMatch(/Friday, November 20, 2026 ?10:30 – 11:00\sAM ?Jana Nováková/);
    expect(days[1]).toMatch(/Saturday.*Omar Haddad ?Second fitting · main ?Cancelled/);
    expect(days[2]).toContain('Nothing booked');
    expect(findAll('a.over')).toHaveLength(1);
    expect(text()).toContain('Europe/Vienna, GMT+1');
  });

  it('of several pages are drawn once, when all are there', async () => {
    const { findAll, http, pause } = await showAppointments(AppointmentsPage, {
      query: 'view=month&date=2026-11-20',
      rows: [JANA],
      next_cursor: 'more',
    });
    for (let wait = 0; wait < 200 && findAll('.day').length === 0; wait++) await pause(5);
    const meanwhile = findAll('.line').length;
    answerList(http, [OMAR]);
    for (let wait = 0; wait < 200 && findAll('.line').length === 0; wait++) await pause(5);

    expect([meanwhile, findAll('.line').length]).toEqual([0, 2]);
  });

  it('are filtered by what stands in the address', async () => {
    const { listed, find } = await showAppointments(AppointmentsPage, {
      query: 'view=list&status=pending,confirmed&resource=room%202&period=past&date=2026-11-20',
    });
    const [params] = listed;

    expect(Object.fromEntries(params?.keys().map((key) => [key, params.get(key)]) ?? [])).toMatchObject({
      status: 'pending,confirmed',
      resource: 'room 2',
      to: '2026-11-19T23:00:00.000Z',
      sort: '-starts_at',
    });
    expect(params?.has('from')).toBe(false);
    expect(find('app-empty-state').textContent).toContain('No appointments match');
  });

  it('go on by the arrows and come back to today', async () => {
    const { http, pause, text } = await showAppointments(AppointmentsPage, {
      query: 'view=agenda&date=2026-11-20',
    });
    const type = async (key: string) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await pause(40);
      return answerList(http, []).map((params) => params.get('to'));
    };

    expect(await type('ArrowRight')).toEqual(['2026-12-03T23:00:00.000Z']);
    expect(text()).toContain('Nov 27 – Dec 3, 2026');
    expect(await type('ArrowLeft')).toEqual(['2026-11-26T23:00:00.000Z']);
  });

  it('show viewers nothing that books', async () => {
    const { findAll, press } = await showAppointments(AppointmentsPage, {
      role: 'viewer',
      query: 'view=agenda',
    });

    expect(findAll('button').map((one) => one.textContent.trim())).not.toContain('Book');
    await press('More actions');
    const items = [...document.querySelectorAll('[cdkMenuItem]')].map((one) => one.textContent.trim());
    expect(items).toEqual(['Waiting list', 'Opening hours', 'Calendar link…']);
  });

  it('are exported as they are shown: the days of a view, or the list', async () => {
    const query = 'view=week&date=2026-11-20';
    const { press, http } = await showAppointments(AppointmentsPage, { query });
    await press('More actions');
    const items = [...document.querySelectorAll<HTMLElement>('[cdkMenuItem]')];
    items.find((one) => one.textContent.trim() === 'Export')!.click();
    const { params } = http.expectOne(({ url }) => url === '/api/appointments/export.csv').request;
    expect([params.get('from'), params.get('to')]).toEqual([
      '2026-11-14T23:00:00.000Z',
      '2026-11-21T23:00:00.000Z',
    ]);
  });

  it('are read again when one of them changes', async () => {
    const { tell, pause, http, text } = await showAppointments(AppointmentsPage, {
      query: 'view=agenda&date=2026-11-20',
      rows: [JANA],
    });
    tell({ type: 'appointment.updated', id: 'a1', at: '2026-11-20T09:00:00.000Z' });
    await pause(20);
    answerList(http, [{ ...JANA, client: { id: 'c1', name: 'Jana Marek' } }]);
    await pause(20);

    expect(text()).toContain('Jana Marek');
  });
});

describe('the own column', () => {
  const [ANNA, BEN] = resourcesNamed(['Anna', 'Ben']);
  const LEFT = { ...ANNA!, id: 'r0', archived_at: '2026-01-01T00:00:00.000Z' };
  const mine = (...ids: string[]) =>
    [ANNA!, BEN!, LEFT].map((one) => ({ ...one, user_id: ids.includes(one.id) ? 'u1' : 'u2' }));
  const asked = async (resources: ReturnType<typeof mine>, query = '') => {
    const shown = await showAppointments(AppointmentsPage, { query: `view=list&${query}`, resources });
    const of = (listed: typeof shown.listed) =>
      listed.map((params) => [params.get('resource_id'), params.get('resource')]);
    return { ...shown, of };
  };

  it('is offered to nobody to whom no resource is tied', async () => {
    const { text } = await asked(mine());
    expect(text()).not.toContain('My column');
  });

  it('filters by the ids of all own resources, of who had the name before too, and stands in the address', async () => {
    const { press, http, of, find } = await asked(mine('r1', 'r0'), 'resource=Ben');
    await press('My column');
    expect(of(answerList(http, [])).at(-1)).toEqual(['r1,r0', null]);
    expect(TestBed.inject(Router).url).toBe('/?view=list&resource_id=r1,r0');
    expect(find('[aria-pressed=true]')?.textContent.trim()).toBe('My column');
    await press('My column');
    expect(TestBed.inject(Router).url).toBe('/?view=list');
  });

  it('of one name is told from that of who has left', async () => {
    const { element } = await asked(mine(), 'resource_id=r0');
    expect(element.textContent).toContain('Anna (left Jan 1, 2026)');
  });
});
