import { TestBed } from '@angular/core/testing';
import type { ChatAgentSettingsDto, PatchAppointmentDto } from '@groupless/shared-dto';
import { anAppointment, SCREEN, showAppointments } from '../../../testing/appointments';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import { Toasts } from '../../ui/toasts/toasts';
import { StatusActions } from '../drawer/status-actions';
import { AppointmentChanges } from './appointment-changes';

afterEach(() => document.body.replaceChildren());

const ROW = anAppointment({
  services: [{ id: 'haircut', name: 'Haircut', duration_minutes: 45, buffer_minutes: 0 }],
  starts_at: '2120-11-22T09:30:00.000Z',
  ends_at: '2120-11-22T10:00:00.000Z',
});
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const BUSINESS = { working_hours: DAYS.map((day) => ({ day, opens: '09:00', closes: '18:00' })) };

/** Dropped where the schedule of the second room is this. */
async function dropped(
  schedule: Partial<ChatAgentSettingsDto['schedules'][number]>,
  { isSure = true, to = null as string | null, hasOption = true } = {},
) {
  const asked: Question[] = [];
  const toasts: unknown[] = [];
  const askWithOption = (question: Question) => {
    asked.push(question);
    return Promise.resolve(isSure ? { hasOption, choice: '', note: '' } : null);
  };
  const schedules = [
    { resource: 'room 2', working_hours: null, services: null, exceptions: [], colour: null, ...schedule },
  ];
  const shown = await showAppointments(StatusActions, {
    rows: [ROW],
    inputs: { appointment: ROW, label: 'Actions' },
    business: { ...BUSINESS, schedules },
    providers: [
      ...SCREEN,
      { provide: Confirm, useValue: { askWithOption } },
      {
        provide: Toasts,
        useValue: { undoable: (key: string, _: unknown, params: object) => toasts.push([key, params]) },
      },
    ],
  });
  const { starts_at, ends_at } = ROW;
  void TestBed.inject(AppointmentChanges).drop(ROW, {
    starts_at,
    ends_at,
    resource: 'room 2',
    resource_id: 'r2',
  });
  await shown.pause(20);
  const would_tell = { cancelled: to, deleted: to, moved: to };
  shown.http.expectOne({ method: 'GET', url: '/api/appointments/a1' }).flush({ ...ROW, would_tell });
  await shown.pause(20);
  const sent = shown.http.match({ method: 'PATCH', url: '/api/appointments/a1' });
  for (const one of sent) one.flush({ ...ROW, resource: 'room 2' });
  await shown.pause(20);
  return { asked, toasts, sent: sent.map(({ request }) => request.body as PatchAppointmentDto) };
}

describe('an appointment that is dropped on another person', () => {
  it('is hers, and the toast names her', async () => {
    expect(await dropped({})).toEqual({
      asked: [],
      sent: [expect.objectContaining({ resource_id: 'r2' })],
      toasts: [['appointments.moved_to_resource', expect.objectContaining({ resource: 'room 2' })]],
    });
  });

  it.each([
    ['who does not do it', { services: ['Other'] }, 'room 2 does not do Haircut. You can still book it.'],
    ['who does not work then', { working_hours: [] }, 'room 2 does not work then. You can still book it.'],
  ])('%s is asked about first', async (_, schedule, text) => {
    const { asked, sent } = await dropped(schedule, { isSure: false });
    expect(asked.map(({ params }) => params?.['text'])).toEqual([text]);
    expect(sent).toEqual([]);
    expect((await again(schedule)).sent).toMatchObject([{ resource_id: 'r2' }]);
  });

  it('says who is mailed of it, and mails nobody where one says so', async () => {
    const to = 'jana@example.com';
    const { asked, sent } = await dropped({}, { to, hasOption: false });
    expect(asked).toMatchObject([{ option: 'appointments.tell_client', isOptionOn: true, params: { to } }]);
    expect(sent).toMatchObject([{ resource_id: 'r2', notify: false }]);
    expect((await again({}, to)).sent).toEqual([expect.not.objectContaining({ notify: false })]);
  });
});

function again(schedule: object, to: string | null = null) {
  document.body.replaceChildren();
  TestBed.resetTestingModule();
  return dropped(schedule, { to });
}
