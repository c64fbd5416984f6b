import { TestBed } from '@angular/core/testing';
import { anAppointment, SCREEN, showAppointments } from '../../../testing/appointments';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { AppointmentsState } from '../appointments-state';
import { StatusActions } from './status-actions';
import type { AppointmentDto } from '@groupless/shared-dto';

afterEach(() => document.body.replaceChildren());

const BEGUN = '2020-11-20T09:30:00.000Z';
const COMING = '2120-11-20T09:30:00.000Z';

async function start(status: AppointmentDto['status'], { isSure = true, starts_at = BEGUN } = {}) {
  const row = anAppointment({ status, starts_at });
  const shown = await showAppointments(StatusActions, {
    rows: [row],
    inputs: { appointment: row, label: 'Actions' },
    providers: [
      ...SCREEN,
      {
        provide: Confirm,
        useValue: {
          askWithOption: () => Promise.resolve(isSure ? { hasOption: true, choice: '', note: '' } : null),
        },
      },
    ],
  });
  const state = TestBed.inject(AppointmentsState);
  await shown.pause(20);
  return {
    ...shown,
    names: () => shown.findAll('button').map((one) => one.textContent.trim()),
    listedStatus: () => state.list.items()[0]?.status,
    patched: () => shown.http.expectOne({ method: 'PATCH', url: '/api/appointments/a1' }),
    toasts: () => TestBed.inject(Toasts).shown(),
  };
}

describe('the actions of an appointment', () => {
  it.each([
    ['pending', ['Confirm', 'Complete', 'No-show', 'Change…', 'Cancel appointment']],
    ['confirmed', ['Complete', 'No-show', 'Change…', 'Cancel appointment']],
    ['completed', ['Back to confirmed', 'No-show', 'Change…']],
    ['no_show', ['Back to confirmed', 'Complete', 'Change…']],
    ['cancelled', ['Back to confirmed', 'Change…']],
  ] as const)('are for a %s one that has begun: %j', async (status, wanted) => {
    const { names } = await start(status);

    expect(names()).toEqual(wanted);
  });

  it.each([
    ['pending', ['Confirm', 'Change…', 'Cancel appointment']],
    ['confirmed', ['Change…', 'Cancel appointment']],
    ['cancelled', ['Back to confirmed', 'Change…']],
  ] as const)('are for a %s one to come: %j', async (status, wanted) => {
    const { names } = await start(status, { starts_at: COMING });

    expect(names()).toEqual(wanted);
  });

  it('take the last step back, of the very version that was made', async () => {
    const { press, http, patched, pause, toasts, listedStatus } = await start('confirmed');
    await press('No-show');
    patched().flush(anAppointment({ status: 'no_show', starts_at: BEGUN }), { headers: { etag: '"2.1"' } });
    await pause(20);
    expect(toasts()[0]).toMatchObject({
      text: 'appointments.now.no_show',
      params: { name: 'Jana Nováková' },
    });

    TestBed.inject(Toasts).undoLast();
    const back = http.expectOne({ method: 'POST', url: '/api/appointments/a1/history/undo' });
    expect(back.request.headers.get('if-match')).toBe('"2.1"');
    back.flush(anAppointment({ status: 'confirmed', starts_at: BEGUN }));
    await pause(20);
    expect(listedStatus()).toBe('confirmed');
  });

  it('show the new status at once', async () => {
    const { press, listedStatus, patched, pause } = await start('pending');
    await press('Confirm');
    expect(listedStatus()).toBe('confirmed');
    const sent = patched();
    expect(sent.request.body).toEqual({ status: 'confirmed' });
    sent.flush(anAppointment({ status: 'confirmed' }));
    await pause(20);

    expect(listedStatus()).toBe('confirmed');
  });

  it('take it back when somebody else was faster, and say what is possible now', async () => {
    const { press, listedStatus, patched, pause, toasts } = await start('pending');
    await press('Confirm');
    patched().flush(
      { code: 'invalid_transition', status: 409, detail: 'No.', allowed: ['completed'] },
      { status: 409, statusText: 'Conflict' },
    );
    await pause(20);

    expect(listedStatus()).toBe('pending');
    expect(toasts()[0]).toMatchObject({
      text: 'appointments.status_refused',
      params: { name: 'Jana Nováková', allowed: 'Completed' },
    });
  });

  it('cancel only when the user is sure', async () => {
    const { press, http, listedStatus, pause } = await start('confirmed', { isSure: false });
    await press('Cancel appointment');
    http.expectOne('/api/appointments/a1').flush(anAppointment());
    await pause(20);

    http.expectNone({ method: 'PATCH' });
    expect(listedStatus()).toBe('confirmed');
  });
});
