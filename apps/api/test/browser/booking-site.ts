import { AxeBuilder } from '@axe-core/playwright';
import type { AppointmentDto, MailLanguage } from '@groupless/shared-dto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { MailSenderService } from '../../src/mail/sending/mail-sender.service';
import { OfferLinksService } from '../../src/waiting-list/offers/offer-links.service';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../harness/data/appointments';
import { emptyTables } from '../harness/databases/empty-tables';
import { BookingVisitor } from '../harness/http/booking-visitor';
import { at, PUBLIC, WaitingRoom } from '../http/waiting-list/waiting-room';
import { browserOfWorker } from './browser-of-worker';

const PERSON = { name: 'Jana', phone: '+49 170 5550099', email: 'jana@example.com' };
/** What was typed is refused by a page that says so. */
const REFUSED = /the server responded with a status of 4\d\d/;

/** A business with all that visitors can see of it, and browsers that look at it. */
export class BookingSite {
  private constructor(
    readonly t: ServedApp,
    readonly room: WaitingRoom,
    readonly base: string,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<BookingSite> {
    const browser = await browserOfWorker();
    // Forms by the hundred come from one address.
    const t = await startServedApp({ environment: { ...PUBLIC, LOGIN_FAILURES_PER_ADDRESS: '100000' } });
    return new BookingSite(t, await WaitingRoom.open(t), `http://127.0.0.1:${t.port}`, browser);
  }

  async close(): Promise<void> {
    await this.room.mail.stop();
    await this.t.close();
  }

  async begin(): Promise<void> {
    await emptyTables(this.t.panel, 'mails');
    await this.room.begin();
    await setAgent(this.t, { address: 'Lindenstr. 4, Berlin', phone_region: 'DE' });
    await this.room.setPage({
      ...{ text: 'We look forward to you.', open_per_visitor: 20 },
      questions: [{ label: 'Is this your first visit?', required: false }],
      privacy_url: 'https://example.com/privacy',
    });
  }

  /** A window of its own. Nothing may go wrong in it, come from elsewhere, or be kept. */
  async visit(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await this.browser.newContext({ locale: 'en-GB', ...options });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(message.text());
      });
      page.on('dialog', (dialog) => {
        faults.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => request.url().startsWith(this.base) || faults.push(request.url()));
      await use(page);
      expect(faults).toEqual([]);
      expect(await context.cookies()).toEqual([]);
    } finally {
      await context.close();
    }
  }

  /** What axe finds on a page, and what stands beside the screen. */
  async look(page: Page, what: string): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page }).analyze();
    const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    return [
      ...violations.map(({ id, nodes }) => `${what}: ${id} ${nodes[0]?.html ?? ''}`),
      ...(isWide === true ? [`${what}: wider than the screen`] : []),
    ];
  }

  /** The address of the form for who finds no time that suits. */
  async waitPath(lang: MailLanguage): Promise<string> {
    return `/book/wait?service=${await this.cut()}&who=any&lang=${lang}`;
  }

  /** The link of a booking. */
  async bookedPath(time: string, notes = ''): Promise<string> {
    const booking = {
      ...{
        client: { name: `Jana ${notes}`.slice(0, 100) },
        notes,
        starts_at: at(time),
        service: 'Cut',
        resource: 'Anna',
      },
    };
    const { body } = await this.t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(201);
    return pathOf((body as AppointmentDto).manage_url);
  }

  /** The link of a time that got free and is offered. */
  async offeredPath(name: string, time: string): Promise<string> {
    const held = await this.room.booked(time);
    await this.room.waits(name, { resource: 'Anna' });
    await this.room.cancels(held);
    await this.room.work();
    const { rows } = await this.t.panel.query(
      `select e.id, e.client_id, offer_id from waiting_entries e join clients c on c.id = client_id where c.name = $1`,
      [name],
    );
    return pathOf(this.t.app.get(OfferLinksService, { strict: false }).urlOf(rows[0]));
  }

  /** The link by which a visitor confirms an email, as it was mailed. */
  async askedPath(time: string): Promise<string> {
    await this.room.setPage({ confirm_contact: true, privacy_url: null });
    const visitor = new BookingVisitor(this.t);
    const form = await visitor.get(`/book?service=${await this.cut()}&who=any&at=${at(time)}`);
    expect((await visitor.send(form.action(), { ...form.fields(), ...PERSON })).status).toBe(303);
    const { rows } = await this.t.panel.query(
      `select id from mails where recipient = $1 and status = 'waiting'`,
      [PERSON.email],
    );
    await this.t.app.get(MailSenderService, { strict: false }).send({ id: rows[0].id });
    return /http:\/\/127\.0\.0\.1(\/book\/c\/[\w.-]+)/.exec(this.room.mail.received.at(-1)?.text ?? '')![1]!;
  }

  async cut(): Promise<string> {
    const { rows } = await this.t.panel.query(
      `select id from services where name = 'Cut' and archived_at is null`,
    );
    return rows[0].id as string;
  }
}

function pathOf(url: string | null | undefined): string {
  return new URL(url ?? 'no link:').pathname;
}
