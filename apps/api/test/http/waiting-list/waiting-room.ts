import type { BookingPageDto, PageDto, WaitingEntryDto } from '@groupless/shared-dto';
import type { Response } from 'supertest';
import { OffersService } from '../../../src/waiting-list/offers/offers.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { emptyTables } from '../../harness/databases/empty-tables';
import { MailServer } from '../../harness/http/mail-server';

/** A Monday, seven in the morning in Berlin. */
export const NOW = '2027-03-01T06:00:00Z';
/** The Tuesday after. */
export const DAY = '2027-03-02';
export const at = (time: string) => `${DAY}T${time}:00.000Z`;
export const PUBLIC = { PUBLIC_URL: 'http://127.0.0.1', ALLOWED_HOSTS: '127.0.0.1' };
const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));

/** A business with a waiting list, whose mails can be read. */
export class WaitingRoom {
  admin: SignedInUser;

  constructor(
    readonly t: ServedApp,
    readonly mail: MailServer,
  ) {}

  static async open(t: ServedApp): Promise<WaitingRoom> {
    return new WaitingRoom(t, await MailServer.start());
  }

  async begin(): Promise<void> {
    const { t } = this;
    t.clock.set(NOW);
    this.admin = await signIn(t, { role: 'admin' });
    await emptyTables(
      t.panel,
      'clients',
      'rate_limits',
      'freed_times',
      'occupied_times',
      'blocks',
      'open_times',
    );
    await setAgent(t, {
      ...{ time_zone: 'Europe/Berlin', working_hours: WEEK, slot_minutes: 30, resources: ['Anna', 'Ben'] },
      ...{ enabled: true, auto_confirm: true, business_name: 'Salon Emil', schedules: [], closures: [] },
      services: [
        { name: 'Cut', duration_minutes: 30 },
        { name: 'Colour', duration_minutes: 60 },
      ],
    });
    await this.setPage({
      ...{ enabled: true, waiting_list: true, hold_minutes: 30, confirm: true },
      ...{ notice_minutes: 0, horizon_days: 60, confirm_contact: false },
    });
    await t.http.put('/api/settings/mail').set(this.admin.bearer).send(this.mail.settings).expect(200);
  }

  /** A log-in is good for ten minutes. */
  async isNow(time: string): Promise<void> {
    this.t.clock.set(`2027-03-01T${time}Z`);
    this.admin = await signIn(this.t, { role: 'admin' });
  }

  async setPage(change: Partial<BookingPageDto>): Promise<void> {
    const { body } = await this.t.http.get('/api/settings/booking-page').set(this.admin.bearer).expect(200);
    const page = { ...(body as BookingPageDto), ...change };
    await this.t.http.put('/api/settings/booking-page').set(this.admin.bearer).send(page).expect(200);
  }

  post(entry: object, key?: string) {
    const headers = { ...this.admin.bearer, ...(key !== undefined && { 'idempotency-key': key }) };
    return this.t.http.post('/api/waiting-list').set(headers).send(entry);
  }

  /** Enters a client of this name, who has a mail address. */
  async waits(name: string, more: object = {}): Promise<WaitingEntryDto> {
    const client = { name, email: `${name.toLowerCase()}@example.com` };
    const entry = { client, service: 'Cut', from: DAY, to: DAY, ...more };
    return (await this.post(entry).expect(201)).body as WaitingEntryDto;
  }

  async list(query: object = {}): Promise<WaitingEntryDto[]> {
    const { body } = await this.t.http
      .get('/api/waiting-list')
      .query(query)
      .set(this.admin.bearer)
      .expect(200);
    return (body as PageDto<WaitingEntryDto>).items;
  }

  /** `Ada offered 09:00 Anna`, in the order of entry. */
  async standing(): Promise<string[]> {
    return (await this.list()).map(({ client, status, offer }) => {
      const held = offer === null ? [] : [offer.starts_at.slice(11, 16), offer.resource];
      return [client.name, status, ...held].join(' ');
    });
  }

  async booked(time: string, more: object = {}): Promise<string> {
    const booking = {
      client: { name: 'Holder' },
      starts_at: at(time),
      service: 'Cut',
      resource: 'Anna',
      ...more,
    };
    const { body } = await this.t.http.post(APPOINTMENTS).set(this.admin.bearer).send(booking).expect(201);
    return (body as { id: string }).id;
  }

  /** Everything of the day but this is booked, so that nothing is free. */
  async isFull(...resources: string[]): Promise<void> {
    for (const resource of resources)
      for (const [starts_at, ends_at] of [
        ['08:00', '12:00'],
        ['12:00', '16:00'],
      ] as const)
        await this.t.http
          .post('/api/blocks')
          .set(this.admin.bearer)
          .send({ resource, starts_at: at(starts_at), ends_at: at(ends_at) })
          .expect(201);
  }

  patch(id: string, change: object): Promise<Response> {
    return this.t.http.patch(`${APPOINTMENTS}/${id}`).set(this.admin.bearer).send(change);
  }

  async cancels(id: string): Promise<void> {
    expect((await this.patch(id, { status: 'cancelled' })).status).toBe(200);
  }

  work(): Promise<void> {
    return this.t.app.get(OffersService, { strict: false }).work();
  }
}
