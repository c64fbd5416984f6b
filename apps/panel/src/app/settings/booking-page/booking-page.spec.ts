import type { BookingPageDto } from '@groupless/shared-dto';
import { type } from '../../../testing/render';
import { startScreen } from '../../../testing/settings';
import { BookingPage } from './booking-page';
import { EMPTY_PAGE, pageFormOf, pageOf } from './booking-page-form';
import texts from './i18n/en.json' with { type: 'json' };

const PATH = '/api/settings/booking-page';
const STORED: BookingPageDto = {
  ...EMPTY_PAGE,
  ...{ enabled: true, slug: 'salon', privacy_url: null, frame_hosts: ['a.example.com', 'b.example.com'] },
  ...{ services: [], resources: [], has_logo: false },
  url: 'https://panel.example.com/book/salon',
};

async function start() {
  const screen = await startScreen(BookingPage, { texts: { 'booking-page': texts } });
  screen.http.expectOne(PATH).flush(STORED, { headers: { etag: '"1"' } });
  screen.http.expectOne('/api/services').flush([{ id: 's1', name: 'Cut', archived_at: null }]);
  screen.http.expectOne('/api/resources').flush([
    { id: 'r1', name: 'Anna', archived_at: null },
    { id: 'r0', name: 'Left Lea', archived_at: '2026-01-01T00:00:00.000Z' },
  ]);
  await screen.settle();
  return screen;
}

describe('the settings of the booking page', () => {
  afterEach(() => document.body.replaceChildren());

  it('are stored as they were read where nothing is changed', () => {
    expect(pageOf(pageFormOf(STORED))).toEqual({
      ...EMPTY_PAGE,
      ...{ enabled: true, slug: 'salon', privacy_url: null, frame_hosts: STORED.frame_hosts },
    });
  });

  it('show the address, and send chosen services and questions with the version', async () => {
    const { element, http, press, settle } = await start();
    expect(element.textContent).toContain('https://panel.example.com/book/salon');
    expect(element.textContent).toContain('Anna');
    expect(element.textContent).not.toContain('Left Lea');
    const cut = [...element.querySelectorAll('label')].find((one) => one.textContent.trim() === 'Cut')!;
    cut.querySelector('input')!.click();
    await press('Add a question');
    const [question] = [...element.querySelectorAll<HTMLInputElement>('.question .input')];
    type(question!, 'First visit?');
    element.querySelector<HTMLButtonElement>('button[type=submit]')!.click();
    await settle();
    const { request } = http.expectOne({ method: 'PUT', url: PATH });
    expect(request.headers.get('if-match')).toBe('"1"');
    expect(request.body).toMatchObject({
      service_ids: ['s1'],
      questions: [{ label: 'First visit?', required: false }],
      privacy_url: null,
    });
  });
});
