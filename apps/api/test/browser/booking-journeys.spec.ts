import { MAIL_LANGUAGES, type MailLanguage } from '@groupless/shared-dto';
import type { Page } from 'playwright-core';
import { PAGE_TEXTS } from '../../src/booking-page/texts/texts-of';
import { DAY } from '../http/waiting-list/waiting-room';
import { AxUser } from './ax-user';
import { BookingSite } from './booking-site';

const PHONE = { viewport: { width: 320, height: 640 } };
const starting = (text: string) => new RegExp(`^${RegExp.escape(text)}`);

jest.setTimeout(400_000);

describe('the pages on which clients book, in each language', () => {
  let site: BookingSite;
  beforeAll(async () => {
    site = await BookingSite.open();
  });
  afterAll(() => site.close());
  beforeEach(() => site.begin());

  const field = (page: Page, label: string) => page.getByRole('textbox', { name: starting(label) });
  const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const standing = async () => {
    const { rows } = await site.t.panel.query(
      'select status, source from appointments order by created_at, id',
    );
    return rows as { status: string; source: string }[];
  };

  /** From the service to the link of the booking and what can be done by it. */
  async function books(page: Page, language: MailLanguage, seen: (step: string) => Promise<void>) {
    const texts = PAGE_TEXTS[language];
    const press = (text: string) => page.getByRole('button', { name: text, exact: true }).click();
    const follow = (text: string) => page.getByRole('link', { name: starting(text) }).click();
    await page.goto(`${site.base}/book?lang=${language}`);
    await page.getByRole('heading', { name: texts.choose_services }).waitFor();
    await seen('services');
    await page.getByRole('checkbox', { name: starting('Cut') }).check();
    await press(texts.next);
    await page.getByRole('heading', { name: texts.choose_who }).waitFor();
    await seen('who');
    await follow(texts.anyone);
    await page.getByRole('heading', { name: texts.choose_time }).waitFor();
    await seen('times');
    await page.locator('.day').nth(1).click();
    await page.locator('.time').nth(2).click();
    await page.getByRole('heading', { name: texts.your_details }).waitFor();
    await field(page, texts.name).fill('Jana');
    await field(page, texts.phone).fill('-');
    await page.getByRole('checkbox', { name: texts.agree }).check();
    await press(texts.book);
    await page.getByRole('alert').filter({ hasText: texts.check }).waitFor();
    await seen('faults');
    await field(page, texts.phone).fill('0170 5550099');
    await press(texts.book);
    await says(page, texts.done.booked);
    await seen('booked');
    await page.reload();
    await follow(texts.move);
    await seen('move');
    await page.locator('.time').nth(4).click();
    await page.getByRole('heading', { name: texts.move_to }).waitFor();
    await seen('move-question');
    await press(texts.move_now);
    await says(page, texts.done.moved);
    await follow(texts.cancel);
    await page.getByRole('heading', { name: texts.cancel_question }).waitFor();
    await seen('cancel-question');
    await press(texts.cancel_now);
    await says(page, texts.done.cancelled);
    await seen('cancelled');
    await press(texts.take_back);
    await says(page, texts.done.restored);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
  }

  /** What comes where no time suits: the list, and a time that gets free, which one declines and another takes. */
  async function waits(page: Page, language: MailLanguage, seen: (step: string) => Promise<void>) {
    const texts = PAGE_TEXTS[language];
    const press = (text: string) => page.getByRole('button', { name: text, exact: true }).click();
    await page.goto(`${site.base}/book?service=${await site.cut()}&who=any&lang=${language}`);
    await page.getByRole('link', { name: texts.wait }).click();
    await page.getByLabel(texts.wait_from, { exact: true }).fill('2027-03-05');
    await page.getByLabel(texts.wait_to, { exact: true }).fill('2027-03-04');
    await page.getByLabel(starting(texts.wait_hours)).fill('16:00');
    await field(page, texts.name).fill('Ada');
    await field(page, texts.phone).fill('0170 5550098');
    // The time is offered by mail.
    await field(page, texts.email).fill('ada@example.com');
    await page.getByRole('checkbox', { name: texts.agree }).check();
    await seen('wait');
    await press(texts.wait_send);
    await page.getByRole('alert').filter({ hasText: texts.bad_days }).waitFor();
    await seen('wait-faults');
    expect(await field(page, texts.name).inputValue()).toBe('Ada');
    await page.getByLabel(texts.wait_to, { exact: true }).fill('2027-03-05');
    await press(texts.wait_send);
    await says(page, texts.waiting);
    await seen('waiting');
    expect(await site.room.list()).toMatchObject([{ client: { name: 'Ada' }, hours: { from: '16:00' } }]);

    const declined = await site.offeredPath('Bea', '09:00');
    await page.goto(`${site.base}${declined}?lang=${language}`);
    await page.getByRole('heading', { name: texts.offered }).waitFor();
    await seen('offer');
    await press(texts.decline);
    await says(page, texts.declined);
    await seen('declined');
    await page.goto(`${site.base}${await site.offeredPath('Cid', '10:00')}?lang=${language}`);
    await press(texts.take);
    await says(page, texts.done.booked);

    await page.goto(`${site.base}${await site.askedPath('11:00')}?lang=${language}`);
    await page.getByText(texts.confirm_lead).waitFor();
    await seen('confirm');
    await press(texts.do_confirm);
    await says(page, texts.done.booked);
    await page.goto(`${site.base}/book/c/sent?lang=${language}`);
    await page.getByRole('status').waitFor();
    await seen('sent');
  }

  it.each(MAIL_LANGUAGES)(
    'are used with scripts on a small phone, and axe finds nothing: %s',
    async (language) => {
      const wrong: string[] = [];
      await site.visit(PHONE, async (page) => {
        const seen = async (step: string) => void wrong.push(...(await site.look(page, step)));
        await books(page, language, seen);
        await waits(page, language, seen);
      });
      expect(wrong).toEqual([]);
      expect((await standing()).filter(({ status }) => status === 'confirmed')).toHaveLength(3);
    },
  );

  it.each(MAIL_LANGUAGES)('are used without scripts: %s', async (language) => {
    await site.visit({ ...PHONE, javaScriptEnabled: false }, async (page) => {
      const seen = async () => expect(await page.locator('html').getAttribute('lang')).toBe(language);
      await books(page, language, seen);
      await waits(page, language, seen);
    });
    expect((await standing()).filter(({ status }) => status === 'confirmed')).toHaveLength(3);
  });

  // The tree is told level by level.
  it('are used by the keyboard alone, by what Chromium’s accessibility tree says of them', async () => {
    const texts = PAGE_TEXTS.en;
    await site.visit({}, async (page) => {
      const user = await AxUser.of(page);
      await page.goto(`${site.base}/book`);
      await user.press('checkbox', /^Cut/);
      expect(await user.hears('main', 'heading', 'checkbox', 'button')).toEqual([
        'main: ',
        'heading: Salon Emil',
        `heading: ${texts.choose_services}`,
        'button: Next',
        'checkbox: Cut 30 min',
        'checkbox: Colour 60 min',
      ]);
      await user.press('button', 'Next');
      await user.press('link', /^Anna$/);
      await user.press('link', /^\w+ 3 Mar$/);
      await user.press('link', /^10:00 AM/);
      await user.type(/^Name/, 'Jana');
      await user.type(/^Phone/, '0170 5550099');
      await user.type(/^Anything/, 'Short, please');
      await user.press('checkbox', texts.agree);
      await user.press('button', 'Book');
      await user.focus('link', 'Move');
      expect(await user.hears('status')).toEqual([`status: `]);
      await user.press('link', 'Cancel it');
      await user.press('button', texts.cancel_now);
      await user.press('button', texts.take_back);
      await user.focus('link', 'Cancel it');

      // Before somebody else waits for the same time.
      const offered = await site.offeredPath('Cid', '13:00');
      await page.goto(`${site.base}${await site.waitPath('en')}`);
      expect(await user.hears('textbox', 'Date', 'DateTime', 'InputTime')).toEqual([
        `Date: ${texts.wait_from}`,
        `Date: ${texts.wait_to}`,
        `InputTime: ${texts.wait_hours} (optional)`,
        `InputTime: ${texts.wait_hours_to} (optional)`,
        `textbox: Name`,
        `textbox: Phone`,
        `textbox: Email`,
        `textbox: ${texts.note} (optional)`,
      ]);
      await user.type(/^Name/, 'Ada');
      await user.type(/^Phone/, '0170 5550098');
      await user.type(/^Email/, 'ada@example.com');
      await user.press('checkbox', texts.agree);
      await user.press('button', texts.wait_send);
      await page.getByText(texts.waiting).waitFor();

      await page.goto(`${site.base}${offered}`);
      await user.press('button', texts.take);
      await page.getByText(texts.done.booked).waitFor();
      await page.goto(`${site.base}${await site.askedPath('14:00')}`);
      await user.press('button', texts.do_confirm);
      await page.getByText(texts.done.booked).waitFor();
    });
    expect(await standing()).toHaveLength(4);
  });

  it('are read by Tab in the order of the page, with nothing that holds it', async () => {
    await site.visit({}, async (page) => {
      for (const path of [
        `/book?service=${await site.cut()}&who=any&at=${DAY}T09:00:00.000Z`,
        await site.waitPath('en'),
      ]) {
        await page.goto(`${site.base}${path}`);
        const order: unknown[] = [];
        for (let tabs = 0; tabs < 60; tabs++) {
          await page.keyboard.press('Tab');
          order.push(
            await page.evaluate(`(() => {
              const all = [...document.querySelectorAll('a, button, input:not([type=hidden]), textarea')];
              return all.indexOf(document.activeElement);
            })()`),
          );
        }
        // Of a date each part is a stop, and the trap is none.
        const once = [...new Set(order)].filter((place) => place !== -1);
        expect(once).toEqual([...(once as number[])].sort((a, b) => a - b));
        const trap =
          await page.evaluate(`[...document.querySelectorAll('a, button, input:not([type=hidden]), textarea')]
          .findIndex(({ name }) => name === 'website')`);
        const count = await page.locator('a, button, input:not([type=hidden]), textarea').count();
        expect(once).toEqual(
          Array.from({ length: count }, (_, place) => place).filter((place) => place !== trap),
        );
      }
    });
  });

  it('change nothing for scanners that run scripts and follow whatever leads on, twice', async () => {
    const links = [
      await site.bookedPath('15:00'),
      await site.offeredPath('Bea', '09:00'),
      await site.askedPath('10:00'),
    ];
    const all = async () =>
      (
        await site.t.panel.query<object>(
          `select (select json_agg(a order by a.id) from appointments a) as appointments,
            (select json_agg(w) from waiting_entries w) as waiting, (select json_agg(o order by o.during) from occupied_times o) as held`,
        )
      ).rows;
    const before = await all();
    const seen = new Set<string>();
    for (const scripts of [true, false, true, false])
      await site.visit({ javaScriptEnabled: scripts, acceptDownloads: false }, async (page) => {
        for (const path of links) {
          await page.goto(`${site.base}${path}`, { waitUntil: 'networkidle' });
          const hrefs = await page
            .locator('a[href^="/book"]')
            .evaluateAll((found) =>
              found.map((one) =>
                (one as unknown as { getAttribute(name: string): string }).getAttribute('href'),
              ),
            );
          expect(hrefs.length).toBeGreaterThan(0);
          for (const href of hrefs) {
            seen.add(href);
            if (href.endsWith('.ics')) await page.request.get(`${site.base}${href}`);
            else await page.goto(`${site.base}${href}`);
          }
        }
      });
    expect([...seen].some((href) => href.includes('step=cancel'))).toBe(true);
    expect(await all()).toEqual(before);
  });

  it('are 40 kB at most with all that they load, of which scripts are 10 kB, from here alone', async () => {
    const details = `/book?service=${await site.cut()}&who=any&at=${DAY}T12:00:00.000Z`;
    const paths = [
      ...['/book', `/book?service=${await site.cut()}`, `/book?service=${await site.cut()}&who=any`, details],
      ...[await site.waitPath('ru'), await site.bookedPath('15:00'), await site.offeredPath('Bea', '09:00')],
      await site.askedPath('10:00'),
    ];
    for (const path of paths)
      await site.visit({}, async (page) => {
        let [all, scripts] = [0, 0];
        const sizes: Promise<void>[] = [];
        page.on('requestfinished', (request) => {
          sizes.push(
            request.response().then(async (response) => {
              const bytes = (await response!.body()).length;
              all += bytes;
              if (request.resourceType() === 'script') scripts += bytes;
            }),
          );
        });
        await page.goto(`${site.base}${path}`, { waitUntil: 'networkidle' });
        await Promise.all(sizes);
        expect(all).toBeGreaterThan(5_000);
        expect(all).toBeLessThanOrEqual(40_000);
        expect(scripts).toBeGreaterThan(100);
        expect(scripts).toBeLessThanOrEqual(10_000);
      });
  });

  it('are printed as what was agreed, without what is to be pressed', async () => {
    await site.visit({}, async (page) => {
      await page.goto(`${site.base}${await site.bookedPath('15:00')}`);
      await page.emulateMedia({ media: 'print' });
      await page.getByText('Cut (30 min)').waitFor();
      expect(await page.getByRole('link', { name: 'Move' }).isVisible()).toBe(false);
    });
  });
});
