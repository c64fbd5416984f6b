import type { RetentionDto, RetentionMonthsDto, RetentionPreviewDto } from '@groupless/shared-dto';
import { clearOverlays, line, startScreen } from '../../../testing/settings';
import retention from './i18n/en.json' with { type: 'json' };
import { Retention } from './retention';

const PATH = '/api/settings/retention';
const KEPT: RetentionMonthsDto = {
  ...{ conversations: null, clients: null, cancelled_appointments: null, mails: 7, logs: null },
};
const STORED: RetentionDto = {
  months: KEPT,
  environment_days: { conversations: null, mails: 90, logs: 730 },
};
const REMOVED = {
  ...{ id: 'e1', at: '2026-11-20T03:23:00.000Z', user: null, key_name: null, key_id: null, ip: null },
  ...{ action: 'retention.removed', object: 'settings:retention', object_name: null },
  details: { what: 'mails', count: 1_200 },
};

async function start() {
  const screen = await startScreen(Retention, { texts: { retention } });
  const { http } = screen;
  http.expectOne(PATH).flush(STORED, { headers: { etag: '"1"' } });
  http
    .expectOne((request) => request.url.startsWith('/api/settings/audit'))
    .flush({ items: [REMOVED], next_cursor: null, total: 1, total_is_exact: true });
  http.expectOne('/api/settings/jobs').flush([{ name: 'retention', next_at: '2026-11-21T03:23:00.000Z' }]);
  await screen.settle();
  const select = (label: string) =>
    [...screen.element.querySelectorAll('app-field')]
      .find((field) => line(field.querySelector('label')) === label)!
      .querySelector('select')!;
  const choose = async (label: string, value: string) => {
    const field = select(label);
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await screen.settle();
  };
  const preview = async (items: RetentionPreviewDto['items']) => {
    const asked = http.expectOne({ method: 'POST', url: `${PATH}/preview` });
    asked.flush({ items });
    await screen.settle();
    await screen.settle();
    return { months: (asked.request.body as { months: RetentionMonthsDto }).months, dialog: dialog() };
  };
  const dialog = () => line(document.querySelector('.cdk-overlay-container'));
  return { ...screen, select, choose, preview };
}

describe('how long data are kept', () => {
  afterEach(() => {
    clearOverlays();
    document.body.replaceChildren();
  });

  it('is shown with what the server removes by itself, what went last, and a number of months that nobody can choose', async () => {
    const { element, select } = await start();
    expect(select('Conversations').value).toBe('');
    expect(line(select('Log of mails').selectedOptions[0])).toBe('After 7 months');
    const text = line(element);
    expect(text).toContain('Removed after 90 days in any case: MAIL_RETENTION_DAYS');
    expect(text).not.toContain('CHAT_RETENTION_DAYS');
    expect(text).toContain('1,200 mails');
  });

  it('is counted and asked for before anything is removed earlier', async () => {
    const { http, choose, preview, press, settle } = await start();
    await choose('Clients without a sign', '36');
    await choose('Log of mails', '12');
    await press('Save');
    const { months, dialog } = await preview([
      { kind: 'clients', what: 'clients', count: 10_000, count_is_exact: false },
      { kind: 'mails', what: 'mails', count: 4, count_is_exact: true },
    ]);
    expect(months).toEqual({ ...KEPT, clients: 36, mails: 12 });
    // Mails are kept longer than before.
    expect(dialog).toContain('Today that would be at least 10,000 clients.');
    await press('Save and remove');
    const saved = http.expectOne({ method: 'PUT', url: PATH });
    expect(saved.request.headers.get('if-match')).toBe('"1"');
    expect(saved.request.body).toEqual({ months });
    saved.flush({ ...STORED, months }, { headers: { etag: '"2"' } });
    await settle();
  });

  it('stays as it is where the question is answered no, and is not asked for what is kept longer', async () => {
    const { http, choose, preview, press, settle, select } = await start();
    await choose('Conversations', '1');
    await press('Save');
    const { dialog } = await preview([]);
    expect(dialog).toContain('Today nothing is so old.');
    await press(line(document.querySelector('.cdk-overlay-container .foot button')));
    http.expectNone({ method: 'PUT', url: PATH });
    expect(select('Conversations').value).toBe('1');
    await choose('Conversations', '');
    await choose('Log of mails', '');
    await press('Save');
    http.expectOne({ method: 'PUT', url: PATH }).flush({ ...STORED, months: { ...KEPT, mails: null } });
    await settle();
  });
});
