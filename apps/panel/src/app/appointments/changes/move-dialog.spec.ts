import { Component, inject, type Provider } from '@angular/core';
import type { TestRequest } from '@angular/common/http/testing';
import type { AppointmentDto, ResourceDto } from '@groupless/shared-dto';
import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { anAppointment, resourcesNamed, SCREEN, showAppointments } from '../../../testing/appointments';
import { eventually, type as typeInto } from '../../../testing/render';
import { BookableResources } from '../../crm/bookable-resources';
import { Business } from '../../data/business';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import type { Conflict } from '../../crm/booking/conflict-finder';
import { MoveDialog } from './move-dialog';

afterEach(() => document.body.replaceChildren());

/** It opens when the rows of what can be booked were read. */
@Component({
  imports: [MoveDialog],
  template: '@if (bookable.read.value() !== null && business.isKnown()) { <app-move-dialog /> }',
})
class Shown {
  protected readonly bookable = inject(BookableResources);
  protected readonly business = inject(Business);
}

async function start(
  conflict: Conflict | null = null,
  to: string | null = null,
  providers: Provider[] = [],
  given: Partial<AppointmentDto> = {},
  resources?: ResourceDto[],
) {
  const shown = await showAppointments<object>(resources ? Shown : MoveDialog, {
    ...(resources && { resources, business: { resources: ['Anna'] } }),
    providers: [
      ...SCREEN,
      ...providers,
      { provide: DIALOG_DATA, useValue: { appointment: anAppointment(given), conflict } },
      { provide: DialogRef, useValue: { config: {}, close: () => undefined } },
    ],
  });
  await shown.pause(20);
  const would_tell = { cancelled: to, deleted: to, moved: to };
  shown.http.expectOne({ method: 'GET', url: '/api/appointments/a1' }).flush(anAppointment({ would_tell }));
  await shown.pause(20);
  const field = (label: string) => {
    const found = shown.findAll('label').find((one) => one.textContent.trim().startsWith(label));
    return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
  };
  return { ...shown, field };
}

/** Answers the look at what the appointment is by now. */
async function answerLook(
  { http, pause }: Pick<Awaited<ReturnType<typeof start>>, 'http' | 'pause'>,
  now: Partial<AppointmentDto> = {},
) {
  http
    .expectOne({ method: 'GET', url: '/api/appointments/a1' })
    .flush(anAppointment(now), { headers: { etag: '"2"' } });
  await pause(20);
}

/** Answers where a mail to the other client of a swap would go. */
async function answerOther(
  { http, pause }: Pick<Awaited<ReturnType<typeof start>>, 'http' | 'pause'>,
  to: string | null = null,
) {
  const would_tell = { cancelled: to, deleted: to, moved: to };
  http
    .expectOne({ method: 'GET', url: '/api/appointments/a2' })
    .flush(anAppointment({ id: 'a2', would_tell }));
  await pause(20);
}

describe('the change of an appointment', () => {
  it('leaves what was not changed here as it may be by then', async () => {
    const { field, http, pause, press } = await start();
    typeInto(field('Subject'), 'Colour');
    await pause(20);
    await press('Save');

    expect(http.expectOne('/api/appointments/a1').request.body).toEqual({ title: 'Colour' });
  });

  it('is mailed unless one says no, and says to whom', async () => {
    const { field, find, http, pause, press, text } = await start(null, 'jana@example.com');
    typeInto(field('Minutes'), '45');
    await pause(20);
    expect(text()).toContain('Tell jana@example.com by mail');
    find('.tell input').click();
    await press('Save');
    await answerLook({ http, pause });
    expect(http.expectOne('/api/appointments/a1').request.body).toMatchObject({ notify: false });
  });

  it('is mailed only where a mail tells of it', async () => {
    const { field, findAll, http, pause, press } = await start(null, 'jana@example.com');
    typeInto(field('Minutes'), '45');
    typeInto(field('Subject'), 'Colour');
    await pause(20);
    findAll('.tell input')[0]?.click();
    typeInto(field('Minutes'), '30');
    await pause(20);
    expect(findAll('.tell')).toEqual([]);
    await press('Save');
    expect(http.expectOne('/api/appointments/a1').request.body).toEqual({ title: 'Colour' });
  });

  it('is of its client, subject, resource, time and length', async () => {
    const { field, find, findAll, http, pause, press } = await start();
    typeInto(field('Client'), 'Zoe');
    const isClients = ({ url }: { url: string }) => url === '/api/clients';
    const asked: TestRequest[] = [];
    await eventually(() => asked.push(...http.match(isClients)) > 0);
    const zoe = { id: 'c9', name: 'Zoe', phone: null, email: null, company: '' };
    for (const one of asked) one.flush({ items: [zoe], next_cursor: null, total: 1, total_is_exact: true });
    await pause(20);
    findAll('[role=option]')[0]?.click();
    await pause(20);
    typeInto(field('Subject'), 'Colour');
    const resource = field('With whom') as unknown as HTMLSelectElement;
    resource.value = 'room 2';
    resource.dispatchEvent(new Event('input', { bubbles: true }));
    typeInto(find('app-date-time-field input[type=time]') as HTMLInputElement, '11:00');
    typeInto(field('Minutes'), '45');
    await pause(20);
    await press('Save');
    await answerLook({ http, pause });

    const { request } = http.expectOne('/api/appointments/a1');
    expect(request.headers.get('if-match')).toBe('"2"');
    expect(request.body).toEqual({
      client_id: 'c9',
      title: 'Colour',
      resource_id: 'r2',
      starts_at: '2026-11-20T10:00:00.000Z',
      ends_at: '2026-11-20T10:45:00.000Z',
    });
  });

  it('of one who left goes to the one who has the name now', async () => {
    const [anna] = resourcesNamed(['Anna']);
    const left = { ...anna!, id: 'left', archived_at: '2026-11-02T10:00:00.000Z' };
    const own = { resource: 'Anna', resource_id: 'left' };
    const { field, http, pause, press } = await start(null, null, [], own, [anna!, left]);
    const resource = field('With whom') as unknown as HTMLSelectElement;
    expect(resource.value).toBe('Anna (left Nov 2, 2026)');
    resource.value = 'Anna';
    resource.dispatchEvent(new Event('input', { bubbles: true }));
    await pause(20);
    await press('Save');
    await answerLook({ http, pause }, own);
    expect(http.expectOne('/api/appointments/a1').request.body).toEqual({ resource_id: 'r1' });
  });

  it('moves what was moved or cancelled meanwhile only if the user wants it', async () => {
    const shown = await start();
    const { find, http, pause, press } = shown;
    typeInto(find('app-date-time-field input[type=time]') as HTMLInputElement, '11:00');
    await pause(20);
    await press('Save');
    await answerLook(shown, { status: 'cancelled' });
    const question = () => document.querySelector('[role=alertdialog]');
    await eventually(() => question() !== null);
    expect(question()?.textContent).toContain('was cancelled meanwhile');
    http.expectNone('/api/appointments/a1');
    const buttons = [...(question()?.querySelectorAll('button') ?? [])];
    buttons.find(({ textContent }) => textContent.includes('Change it anyway'))?.click();
    const asked: TestRequest[] = [];
    await eventually(() => asked.push(...http.match('/api/appointments/a1')) > 0);

    expect(asked[0]?.request.body).toMatchObject({
      starts_at: '2026-11-20T10:00:00.000Z',
    });
  });

  it('is not sent for ever where no version is ever the present one', async () => {
    const shown = await start();
    const { find, http, pause, press } = shown;
    typeInto(find('app-date-time-field input[type=time]') as HTMLInputElement, '11:00');
    await pause(20);
    await press('Save');
    let looks = 0;
    const refusal = { status: 412, code: 'version_mismatch', detail: '', title: '', type: '' };
    for (let round = 0; round < 5; round++) {
      for (const asked of http.match('/api/appointments/a1'))
        if (asked.request.method === 'GET') {
          looks++;
          asked.flush(anAppointment(), { headers: { etag: 'W/"2"' } });
        } else asked.flush(refusal, { status: 412, statusText: 'Precondition Failed' });
      await pause(20);
    }
    expect(looks).toBe(2);
  });

  it('keeps a subject that was typed when another service is chosen', async () => {
    const { field, http, pause, press } = await start();
    typeInto(field('Subject'), 'For the wedding');
    const service = field('Service') as unknown as HTMLSelectElement;
    service.value = 'haircut';
    service.dispatchEvent(new Event('change'));
    await pause(20);
    await press('Save');
    await answerLook({ http, pause });

    expect(http.expectOne('/api/appointments/a1').request.body).toMatchObject({ title: 'For the wedding' });
  });

  it('takes another service with its subject and length', async () => {
    const { field, http, pause, press } = await start();
    const service = field('Service') as unknown as HTMLSelectElement;
    service.value = 'haircut';
    service.dispatchEvent(new Event('change'));
    await pause(20);
    await press('Save');
    await answerLook({ http, pause });

    expect(http.expectOne('/api/appointments/a1').request.body).toMatchObject({
      ...{ service_ids: ['haircut'], title: 'Haircut' },
      ...{ starts_at: '2026-11-20T09:30:00.000Z', ends_at: '2026-11-20T10:15:00.000Z' },
    });
  });

  it.each([
    [1, 'haircut', { service_ids: ['left', 'haircut'], title: 'Wash, Haircut' }, '2026-11-20T10:30:00.000Z'],
    [0, '', { service: null, title: 'Wash' }, '2026-11-20T10:00:00.000Z'],
  ] as const)(
    'keeps a service that has left, until it is taken away: %d %s',
    async (place, id, sent, ends_at) => {
      const services = [{ id: 'left', name: 'Wash', duration_minutes: 15, buffer_minutes: 0 }];
      const given = { services, service: 'Wash', title: 'Wash' };
      const { findAll, http, pause, press } = await start(null, null, [], given);
      const selects = () => findAll('app-service-fields select') as unknown as HTMLSelectElement[];
      expect(selects().map((one) => one.value)).toEqual(['left', '']);
      selects()[place]!.value = id;
      selects()[place]!.dispatchEvent(new Event('change'));
      await pause(20);
      await press('Save');
      await answerLook({ http, pause }, given);

      const { body } = http.expectOne('/api/appointments/a1').request;
      expect(body).toMatchObject({ ...sent, starts_at: '2026-11-20T09:30:00.000Z', ends_at });
    },
  );

  it('takes the whole time of the other where its length has no room, once somebody says so', async () => {
    const holder = anAppointment({ id: 'a2', client: { id: 'c2', name: 'Omar Haddad' } });
    const asked: Question[] = [];
    const ask = (question: Question) => Promise.resolve(asked.push(question) > 0);
    const { http, press, pause } = await start({ holder, alternatives: [], busy: null }, null, [
      { provide: Confirm, useValue: { ask } },
    ]);
    const sent = () => http.expectOne({ method: 'POST', url: '/api/appointments/swap' });
    await press('Swap with Omar Haddad');
    await answerOther({ http, pause });
    sent().flush({ code: 'slot_taken' }, { status: 409, statusText: 'Conflict' });
    await pause(20);
    expect(asked).toMatchObject([{ text: 'appointments.swap_lengths' }]);
    expect(sent().request.body).toMatchObject({ keep_lengths: false });
  });

  it('says which two clients are mailed of an exchange, and mails none where one says so', async () => {
    const holder = anAppointment({ id: 'a2', client: { id: 'c2', name: 'Omar Haddad' } });
    const asked: Question[] = [];
    const askWithOption = (question: Question) =>
      Promise.resolve(asked.push(question) > 0 && { hasOption: false, choice: '', note: '' });
    const { http, press, pause } = await start({ holder, alternatives: [], busy: null }, 'jana@example.com', [
      { provide: Confirm, useValue: { askWithOption } },
    ]);
    await press('Swap with Omar Haddad');
    await answerOther({ http, pause }, 'omar@example.com');
    expect(asked[0]!.params!['to']).toBe('jana@example.com and omar@example.com');
    const sent = http.expectOne({ method: 'POST', url: '/api/appointments/swap' });
    expect(sent.request.body).toMatchObject({ notify: false });
  });

  it('exchanges the times with who holds the wanted one', async () => {
    const holder = anAppointment({
      ...{ id: 'a2', client: { id: 'c2', name: 'Omar Haddad' } },
      starts_at: '2026-11-20T11:00:00.000Z',
    });
    const { http, press, pause } = await start({ holder, alternatives: [], busy: null });
    await press('Swap with Omar Haddad');
    await answerOther({ http, pause });
    const sent = http.expectOne({ method: 'POST', url: '/api/appointments/swap' });
    // Only as they were seen: by a colleague's swap meanwhile both would be put back.
    const { starts_at, resource } = anAppointment();
    expect(sent.request.body).toEqual({
      ...{ a: 'a1', a_starts_at: starts_at, a_resource: resource },
      ...{ b: 'a2', b_starts_at: holder.starts_at, b_resource: holder.resource },
    });
    // A second press would put both back.
    await press('Swap with Omar Haddad').catch(() => undefined);
    http.expectNone({ method: 'POST', url: '/api/appointments/swap' });
    sent.flush({ a: anAppointment(), b: holder });
    await pause(20);
  });

  it('offers no exchange that would drop what else was changed', async () => {
    const holder = anAppointment({ id: 'a2', client: { id: 'c2', name: 'Omar Haddad' } });
    const { field, pause, text } = await start({ holder, alternatives: [], busy: null });
    expect(text()).toContain('Swap with Omar Haddad');
    typeInto(field('Subject'), 'Colour');
    await pause(20);

    expect(text()).not.toContain('Swap with Omar Haddad');
  });
});
