import type { Page } from 'playwright-core';
import { HOSTILE_MARKUP } from '../harness/hostile/hostile-markup';
import { rounds } from '../harness/data/rounds';
import { setAgent } from '../harness/data/appointments';
import { at } from '../http/waiting-list/waiting-room';
import { BookingSite } from './booking-site';

/** Every so many of them, each time the same. */
const some = (count: number) =>
  HOSTILE_MARKUP.filter((_, place) => place % Math.floor(HOSTILE_MARKUP.length / count) === 0);
const TYPED = some(rounds(50, 500));
const STORED = some(rounds(10, 500));

const ADDRESS = ['service', 'who', 'from', 'day', 'at', 'lang', 'step', 'done'];

jest.setTimeout(1_200_000);

/** What a page must not do is a fault of the window: a dialog, a refusal by the page's policy, a request to elsewhere. */
describe('words that would be programs', () => {
  let site: BookingSite;
  beforeAll(async () => {
    site = await BookingSite.open();
  });
  afterAll(() => site.close());
  beforeEach(() => site.begin());

  /** Sends a form whose fields all hold the text, and looks at what comes back. */
  async function send(page: Page, path: string, fields: readonly string[], text: string): Promise<void> {
    const answered = page.waitForEvent('load');
    await page.evaluate(
      ([action, names, value]) => {
        const { document } = globalThis as unknown as { document: PageDocument };
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action });
        for (const name of names) {
          const field = document.createElement('textarea');
          Object.assign(field, { name, value });
          form.append(field);
        }
        document.body.append(form);
        (form as unknown as { submit(): void }).submit();
      },
      [path, fields, text] as const,
    );
    await answered;
  }

  it(`are shown and not run, whatever field of a form or an address has them (${TYPED.length})`, async () => {
    const chosen = `service=${await site.cut()}&who=any`;
    const forms: [string, readonly string[]][] = [
      [
        '/book',
        [
          'service',
          'who',
          'from',
          'day',
          'at',
          'token',
          'name',
          'phone',
          'email',
          'note',
          'q0',
          'agreed',
          'website',
        ],
      ],
      [
        '/book/wait',
        ['first', 'last', 'opens', 'closes', 'token', 'name', 'phone', 'email', 'note', 'service', 'who'],
      ],
      [await site.bookedPath('15:00'), ['act', 'at', 'token']],
      [await site.offeredPath('Bea', '09:00'), ['act', 'token']],
      [await site.askedPath('10:00'), ['token']],
    ];
    await site.room.setPage({ confirm_contact: false, privacy_url: 'https://example.com/privacy' });
    let shown = 0;
    await site.visit({}, async (page) => {
      for (const text of TYPED) {
        for (const [path, fields] of forms) {
          const query = ADDRESS.map((name) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&');
          await page.goto(`${site.base}${path}?${query}`);
          await send(page, path, fields, text);
        }
        // With a time, so that the form comes back with what was typed.
        await page.goto(`${site.base}/book?${chosen}&at=${at('12:00')}`);
        await page.locator('[name=name]').fill(text.replaceAll('\0', ''));
        await page.locator('[name=note]').fill(text.replaceAll('\0', ''));
        await page.locator('[name=phone]').fill('-');
        await page.locator('[name=agreed]').check();
        await page.getByRole('button', { name: 'Book' }).click();
        await page.getByRole('alert').waitFor();
        shown += await page
          .locator('[name=note]')
          .evaluate((field) => Number((field as unknown as { value: string }).value.length > 0));
      }
    });
    expect(shown).toBe(TYPED.length);
    expect(await site.room.standing()).toEqual(['Bea offered 09:00 Anna']);
  });

  it(`are shown and not run where the settings or a booking have them (${STORED.length})`, async () => {
    const { t, room } = site;
    let shown = 0;
    await site.visit({}, async (page) => {
      for (const text of STORED) {
        await site.begin();
        const written = { price: text.slice(0, 40), description: text, name: 'Cut', duration_minutes: 30 };
        try {
          await setAgent(t, { business_name: text, address: text, services: [written] });
          const questions = [{ label: text.slice(0, 100), required: false }];
          await room.setPage({
            title: text.slice(0, 100),
            text,
            questions,
            privacy_version: text.slice(0, 40),
          });
        } catch {
          // What the settings refuse no page shows.
          continue;
        }
        const own = await site.bookedPath('15:00', text);
        const details = `/book?service=${await site.cut()}&who=any&at=${at('12:00')}`;
        for (const path of ['/book', details, own, `${own}?step=cancel`, await site.waitPath('en')]) {
          await page.goto(`${site.base}${path}`);
          expect(await page.locator('h1').innerText()).not.toBe('');
        }
        shown++;
      }
    });
    expect(shown).toBeGreaterThan(STORED.length / 2);
  });
});

interface PageDocument {
  createElement(name: string): { append(one: object): void };
  body: { append(one: object): void };
}
