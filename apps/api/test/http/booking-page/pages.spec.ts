import { MAIL_LANGUAGES, type BookingPageDto } from '@groupless/shared-dto';
import type { BookedAppointment } from '../../../src/appointments/appointment.entity';
import { PAGE_TEXTS } from '../../../src/booking-page/texts/texts-of';
import { NOTHING_TYPED } from '../../../src/booking-page/typed';
import type { Visit } from '../../../src/booking-page/visit.service';
import { contrast, textOn } from '../../../src/booking-page/html/colours';
import { pageAnswer } from '../../../src/booking-page/html/frame';
import { linkHtml, questionHtml } from '../../../src/booking-page/html/link-page';
import {
  choicesHtml,
  detailsHtml,
  servicesHtml,
  whoHtml,
  whoRowsHtml,
} from '../../../src/booking-page/html/steps';
import { HOSTILE_MARKUP } from '../../harness/hostile/hostile-markup';
import { readHtml } from '../../harness/http/read-html';
import { html } from '../../../src/shared/html/html';

function visitOf(text: string): Visit {
  const page: Partial<BookingPageDto> & { version: number } = {
    ...{
      title: text,
      text,
      questions: [{ label: text, required: true }],
      frame_hosts: [],
      accent: '#1f8a70',
    },
    ...{ ask: { phone: 'required', email: 'optional' }, confirm: true, has_logo: true, version: 1 },
    ...{ privacy_url: 'https://example.com/privacy', privacy_version: text },
  };
  const business = { business_name: text, name: text, address: text, time_zone: 'Europe/Berlin' };
  const of = { language: 'en', asked_language: null, texts: PAGE_TEXTS.en, nonce: 'n' } as const;
  return { ...of, page, business } as unknown as Visit;
}

/** Every page, with the text in each of its fields. */
function pagesOf(text: string): string[] {
  const visit = visitOf(text);
  const id = '0193b0a4-7b1c-7000-8000-000000000000';
  const service = { id, name: text, description: text, price: text, duration_minutes: 30 };
  const appointment = {
    ...{ id, status: 'confirmed', services: [{ name: text }], title: text, resource: text },
    ...{ given: { name: text }, attendee_name: text },
    ...{ starts_at: new Date('2027-03-02T09:00:00Z'), ends_at: new Date('2027-03-02T09:30:00Z') },
  } as unknown as BookedAppointment;
  const typed = { ...NOTHING_TYPED, name: text, phone: text, email: text, note: text, answers: [text] };
  const faults = new Map(['name', 'phone', 'email', 'note', 'q0'].map((name) => [name, text]));
  const shown = { path: '/book', lang: null };
  const link = { ...shown, done: null, tell: text, may_change: true, has_begun: false, restore: text };
  const contents = [
    servicesHtml(visit, [service], { ...shown, chosen: [id], tell: text }),
    whoHtml(visit, [{ id, name: text }], { path: '/book', parameters: { service: [text] } }),
    detailsHtml(visit, {
      action: '/book',
      hidden: { at: text },
      typed,
      faults,
      tell: text,
      alternatives: [0],
      before: whoRowsHtml(visit, [{ id, name: text }]),
    }),
    html`${choicesHtml(visit, [{ term: text, value: text, change: `/book?x=${text}` }])}`,
    linkHtml(visit, appointment, link),
    questionHtml(visit, appointment, { ...shown, act: 'cancel', at: text, token: text }),
  ];
  return contents.map((content) => {
    const { body } = pageAnswer(visit, { heading: text, content, path: '/book', parameters: { day: text } });
    return body as string;
  });
}

/** What a page is made of, without its texts and values. */
function shapeOf(page: string): string {
  return [...readHtml(page).querySelectorAll('*')]
    .map((one) => `${one.tagName} ${one.getAttributeNames().join(' ')}`)
    .join('\n');
}

describe('the pages of the booking page', () => {
  it('are made of the same elements whatever is written in any field', () => {
    const plain = pagesOf('text').map(shapeOf);
    expect(HOSTILE_MARKUP).toHaveLength(500);
    const broken = HOSTILE_MARKUP.filter((payload) => pagesOf(payload).map(shapeOf).join() !== plain.join());
    expect(broken).toEqual([]);
  }, 60_000);

  it('show what was written as it was written', () => {
    const [first = ''] = HOSTILE_MARKUP;
    const document = readHtml(pagesOf(first)[2] ?? '');
    expect(document.querySelector('[name=name]')!.value).toBe(first);
    expect(document.querySelector('[name=note]')!.value).toBe(first);
    expect(document.querySelector('h1')!.textContent).toBe(first);
  });

  it('can be read on any accent colour', () => {
    const steps = [0, 51, 102, 119, 136, 153, 204, 255];
    const parts = steps.map((step) => step.toString(16).padStart(2, '0'));
    const colours = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)));
    expect(colours.filter((colour) => contrast(colour, textOn(colour)) < 4.5)).toEqual([]);
  });

  it('have all words in each language, with the same places for values', () => {
    const places = (language: (typeof MAIL_LANGUAGES)[number]) =>
      Object.entries(PAGE_TEXTS[language]).map(([key, text]) => [
        key,
        [...JSON.stringify(text).matchAll(/\{[a-z]+\}/g)].map(([place]) => place).sort(),
      ]);
    const english = places('en');
    for (const language of MAIL_LANGUAGES) {
      expect(places(language)).toEqual(english);
      expect(JSON.stringify(PAGE_TEXTS[language])).not.toContain('""');
    }
  });
});
