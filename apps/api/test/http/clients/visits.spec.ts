import { randomUUID } from 'node:crypto';
import type { AppointmentDto, ClientDto, ClientVisitsDto } from '@groupless/shared-dto';
import { APPOINTMENTS, booked, setAgent, AS_AGENT } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('the visits of a client', () => {
  let t: ServedApp;
  let rita: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set('2027-03-01T09:00:00.000Z');
    rita = await signIn(t, { role: 'desk' });
    await setAgent(t, { cancel_notice_minutes: 1_440, cancel_late: 'keep', agent_hours: 'any' });
  });
  afterAll(() => t.close());

  const client = async (name: string) =>
    (await t.http.post('/api/clients').set(rita.bearer).send({ name }).expect(201)).body as ClientDto;
  const visits = async (id: string) =>
    (await t.http.get(`/api/clients/${id}/visits`).set(rita.bearer).expect(200)).body as ClientVisitsDto;
  const set = (id: string, status: string) =>
    t.http.patch(`${APPOINTMENTS}/${id}`).set(rita.bearer).send({ status }).expect(200);

  it('are counted, with the last and the next, of this client alone', async () => {
    const [dora, other] = [await client('Dora'), await client('Erik')];
    const book = (starts_at: string, more: object = {}, who = dora) =>
      booked(t, rita, { client_id: who.id, starts_at, ...more });
    expect(await visits(dora.id)).toEqual({
      ...{ visits: 0, no_shows: 0, late_cancellations: 0, last_visit: null, next_visit: null },
      no_reminder: null,
    });
    await set((await book('2027-02-01T10:00:00Z')).id, 'completed');
    const last = await book('2027-02-20T10:00:00Z', { title: 'Cut' });
    await set((await book('2027-02-25T10:00:00Z')).id, 'no_show');
    await set((await book('2027-02-26T10:00:00Z')).id, 'cancelled');
    await book('2027-04-01T10:00:00Z');
    const next = await book('2027-03-08T10:00:00Z', { title: 'Colour' });
    await book('2027-02-27T10:00:00Z', {}, other);
    await book('2027-03-02T10:00:00Z', {}, other);
    const shown = ({ id, title, resource, status, starts_at }: AppointmentDto) => ({
      ...{ id, title, resource, status, starts_at },
    });
    expect(await visits(dora.id)).toEqual({
      ...{ visits: 2, no_shows: 1, late_cancellations: 0 },
      ...{ last_visit: shown(last), next_visit: shown(next), no_reminder: null },
    });
  });

  it('tell of what was cancelled late, and what goes on is the next', async () => {
    const external_id = randomUUID();
    const { body } = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send({ external_id, client: { name: 'Late' }, starts_at: '2027-03-01T12:00:00Z' })
      .expect(201);
    const { client_id } = body as AppointmentDto;
    await t.http
      .patch(`${APPOINTMENTS}/external/${external_id}`)
      .set(AS_AGENT)
      .send({ status: 'cancelled' })
      .expect(200);
    const present = await booked(t, rita, {
      ...{ client_id, starts_at: '2027-03-01T08:45:00Z', duration_minutes: 60 },
    });
    expect(await visits(client_id ?? '')).toMatchObject({
      ...{ visits: 0, late_cancellations: 1, last_visit: null, next_visit: { id: present.id } },
    });
  });

  it('say why no mail reminds the client, while reminders are switched on', async () => {
    const { id } = await client('Walter');
    const why = async () => (await visits(id)).no_reminder;
    const settings = (text: string) => t.panel.query(`update mail_settings set ${text}`);
    const change = (fields: string) => t.panel.query(`update clients set ${fields} where id = '${id}'`);
    expect(await why()).toBe(null);
    await settings('chat_reminders_from = now()');
    expect(await why()).toBe('chat_alone');
    await settings(`sends = sends || '{"reminder": true}'`);
    expect(await why()).toBe('mail_off');
    await settings(
      `enabled = true, sender = 'praxis@example.at', server = server || '{"host": "127.0.0.1"}'`,
    );
    expect(await why()).toBe('no_email');
    await change(`shared_email = 'family@example.at'`);
    expect(await why()).toBe(null);
    await change(`email = 'walter@example.at', no_reminders = '{mail}'`);
    expect(await why()).toBe('unwanted');
    await change(`email_refused = 'no such user'`);
    expect(await why()).toBe('refused');
  });

  it('are nobody’s where there is no such client', async () => {
    const response = await t.http.get(`/api/clients/${randomUUID()}/visits`).set(rita.bearer);
    expectProblem(response, 404, 'not_found');
  });
});
