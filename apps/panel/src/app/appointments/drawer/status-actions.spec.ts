import { TestBed } from '@angular/core/testing';
import { anAppointment, SCREEN, showAppointments } from '../../../testing/appointments';
import { Confirm } from '../../layout/dialogs/confirm';
import { Toasts } from '../../layout/toasts/toasts';
import { AppointmentsState } from '../appointments-state';
import { StatusActions } from './status-actions';
import type { AppointmentDto } from '@groupless/shared-dto';

afterEach(() => document.body.replaceChildren());

async function start(status: AppointmentDto['status'], isSure = true) {
  const row = anAppointment({ status });
  const shown = await showAppointments(StatusActions, {
    rows: [row],
    inputs: { appointment: row, label: 'Actions' },
    providers: [...SCREEN, { provide: Confirm, useValue: { ask: () => Promise.resolve(isSure) } }],
  });
  const state = TestBed.inject(AppointmentsState);
  await shown.pause(20);
  return {
    ...shown,
    names: () => shown.findAll('button').map((one) => one.textContent.trim()),
    listed_status: () => state.list.items()[0]?.status,
    patched: () => shown.http.expectOne({ method: 'PATCH', url: '/api/appointments/a1' }),
    toasts: () => TestBed.inject(Toasts).shown(),
  };
}

describe('the actions of an appointment', () => {
  it.each([
    ['pending', ['Confirm', 'Cancel appointment', 'No-show', 'Change…']],
    ['confirmed', ['Complete', 'Cancel appointment', 'No-show', 'Change…']],
    ['completed', ['No-show', 'Change…']],
    ['no_show', ['Complete', 'Change…']],
    ['cancelled', []],
  ] as const)('are for a %s one: %j', async (status, wanted) => {
    const { names } = await start(status);

    expect(names()).toEqual(wanted);
  });

  it('show the new status at once', async () => {
    const { press, listed_status, patched, pause } = await start('pending');
    await press('Confirm');
    expect(listed_status()).toBe('confirmed');
    const sent = patched();
    expect(sent.request.body).toEqual({ status: 'confirmed' });
    sent.flush(anAppointment({ status: 'confirmed' }));
    await pause(20);

    expect(listed_status()).toBe('confirmed');
  });

  it('take it back when somebody else was faster, and say what is possible now', async () => {
    const { press, listed_status, patched, pause, toasts } = await start('pending');
    await press('Confirm');
    patched().flush(
      { code: 'invalid_transition', status: 409, detail: 'No.', allowed: ['completed'] },
      { status: 409, statusText: 'Conflict' },
    );
    await pause(20);

    expect(listed_status()).toBe('pending');
    expect(toasts()[0]).toMatchObject({
      text: 'appointments.status_refused',
      params: { name: 'Jana Nováková', allowed: 'Completed' },
    });
  });

  it('cancel only when the user is sure, since that is final', async () => {
    const { press, http, listed_status } = await start('confirmed', false);
    await press('Cancel appointment');

    http.expectNone({ method: 'PATCH' });
    expect(listed_status()).toBe('confirmed');
  });
});
