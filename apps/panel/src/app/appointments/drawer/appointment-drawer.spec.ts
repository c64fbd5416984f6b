import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { anAppointment, SCREEN, showAppointments } from '../../../testing/appointments';
import { type as typeInto } from '../../../testing/render';
import { AppointmentDialogs } from '../changes/appointment-dialogs';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import { AppointmentDrawer } from './appointment-drawer';

afterEach(() => document.body.replaceChildren());

const URL = '/api/appointments/a1';
const BOOKED = {
  at: '2026-11-19T09:30:00.000Z',
  user: null,
  key_name: 'Agent',
  from_status: null,
  to_status: 'pending',
  changes: [],
};

async function start(
  given: Parameters<typeof anAppointment>[0] = {},
  role: 'viewer' | 'operator' | 'admin' = 'operator',
  saved?: ReturnType<typeof anAppointment>,
) {
  const asked: Question[] = [];
  const askWithOption = (question: Question) => {
    asked.push(question);
    return Promise.resolve({ hasOption: true, choice: '', note: '' });
  };
  const shown = await showAppointments(AppointmentDrawer, {
    role,
    query: 'date=2026-11-20',
    inputs: { id: 'a1' },
    providers: [
      ...SCREEN,
      { provide: Confirm, useValue: { askWithOption } },
      ...(saved ? [{ provide: AppointmentDialogs, useValue: { move: () => Promise.resolve(saved) } }] : []),
    ],
    begin: (http) => {
      http.expectOne(URL).flush(anAppointment(given), { headers: { etag: '"1"' } });
      http.expectOne(`${URL}/history`).flush([BOOKED]);
    },
  });
  await shown.pause(40);
  return { ...shown, asked };
}

describe('the drawer of an appointment', () => {
  it('says who booked it and when, in the time that is shown', async () => {
    const { text } = await start({ source: 'phone', created_at: '2026-11-19T09:30:00.000Z' });

    expect(text()).toMatch(/Booked by the phone agent, Nov 19, 2026, 10:30\sAM/);
    expect(text()).toMatch(/Booked as ?Pending ?Agent · Nov 19, 2026/);
  });

  it.each([
    ['confirmed', 'jana@example.com', /Told the client\s*Confirmed for .*jana@example\.com/],
    [null, 'jana@example.com', /Told the client\s*Not by mail: (?!.*jana@)/],
  ] as const)('says what the client was told last: %s', async (kind, to, said) => {
    const told = { kind, to, at: '2026-11-19T09:31:00.000Z', starts_at: '2026-11-20T09:00:00.000Z' };
    const { text } = await start({ told: { ...told, resource: 'main', status: 'confirmed' } });

    expect(text().replaceAll(/\s+/g, ' ')).toMatch(said);
  });

  it.each([
    ['', /Service\s*Cut, Colour\s*Subject/],
    ['For the wedding', /Service\s*Cut, Colour\s*Subject\s*For the wedding/],
    ['Cut, Colour', /(?<!Service.*)Subject\s*Cut, Colour/],
  ])('names the services of a visit beside the subject %j', async (title, said) => {
    const named = (name: string) => ({ id: name, name, duration_minutes: 30, buffer_minutes: 0 });
    const { text } = await start({ title, service: 'Cut', services: [named('Cut'), named('Colour')] });
    expect(text().replaceAll(/\s+/g, ' ')).toMatch(said);
  });

  it('leads to the conversation of that very chat', async () => {
    const { http, pause, find } = await start({ source: 'chat', chat_id: 'web-7' });
    http
      .expectOne(({ url, params }) => url === '/api/conversations' && params.get('chat_id') === 'web-7')
      .flush({ items: [{ id: 'v2' }], next_cursor: null, total: 1, total_is_exact: true });
    await pause(40);

    expect(find('a[href^="/conversations"]').getAttribute('href')).toBe('/conversations/v2');
  });

  it('keeps the notes that are being typed when it cannot be read again, and says so', async () => {
    const { http, pause, find, tell } = await start({ notes: '' });
    typeInto(find('textarea') as HTMLTextAreaElement, 'Prefers mornings');
    await pause(20);
    tell({ type: 'appointment.updated', id: 'a1', at: '' });
    await pause(20);
    http.expectOne(URL).flush({ code: 'too_many_requests' }, { status: 429, statusText: 'Too many' });
    await pause(40);

    expect(find('app-error-panel')).toBeTruthy();
    expect((find('textarea') as HTMLTextAreaElement).value).toBe('Prefers mornings');
  });

  it('lets nobody but an admin delete', async () => {
    const { findAll } = await start();

    expect(findAll('button').map(({ textContent }) => textContent.trim())).not.toContain('Delete…');
  });

  it('shows for whom it is, with the client behind, and what the caller gave', async () => {
    const given = { name: 'Tim', phone: '+436641', email: null };
    const { http, pause, text } = await start({ attendee_name: 'Tim', given });
    const phones = { phone: '+436642', other_phones: [], email: null };
    http.expectOne('/api/clients/c1').flush({ id: 'c1', name: 'Jana Nováková', ...phones });
    await pause(40);

    expect(text()).toMatch(/^Tim/);
    expect(text()).toContain('Jana Nováková');
    expect(text()).toMatch(/Given when booking ?Tim ?\+436641/);
  });

  it('marks a cancellation that came late', async () => {
    const { find } = await start({ status: 'cancelled', late: true });
    expect(find('app-late-mark').textContent.trim()).toBe('late');
  });

  it('has what deletes it behind everything else that can be done with it', async () => {
    const { findAll } = await start({}, 'admin');
    const names = findAll('button').map(({ textContent }) => textContent.trim());

    expect(names).toContain('Cancel appointment');
    expect(names.at(-1)).toBe('Delete…');
  });

  it('deletes only after the name was typed', async () => {
    const { press, asked, http, pause } = await start({}, 'admin');
    await press('Delete…');
    http.expectOne(URL).flush(anAppointment());
    await pause(20);
    expect(asked).toMatchObject([{ typedName: 'Jana Nováková', isDangerous: true }]);
    http.expectOne({ method: 'DELETE', url: URL }).flush(null, { status: 204, statusText: 'No Content' });
    await pause(40);

    expect(TestBed.inject(Router).url).not.toContain('a1');
  });

  it('asks with the new time before it cancels what was just moved, though that is not read again yet', async () => {
    const [starts_at, ends_at] = ['2026-11-20T15:00:00.000Z', '2026-11-20T15:45:00.000Z'];
    const { press, asked, http, text, pause } = await start(
      {},
      'operator',
      anAppointment({ starts_at, ends_at }),
    );
    await press('Change…');
    http.expectOne(`${URL}/history`).flush([BOOKED]);
    await press('Cancel appointment');
    for (const read of http.match(URL)) read.flush(anAppointment({ starts_at, ends_at }));
    await pause(20);

    expect(text()).toMatch(/4:00/);
    expect(asked).toMatchObject([{ params: { time: expect.stringMatching(/4:00/) as string } }]);
  });

  it('lets viewers read, and nothing else', async () => {
    const { findAll } = await start({ notes: 'Prefers mornings' }, 'viewer');

    expect(findAll('button').map((one) => one.getAttribute('aria-label'))).toEqual(['Close']);
    expect(findAll('textarea')).toEqual([]);
  });
});
