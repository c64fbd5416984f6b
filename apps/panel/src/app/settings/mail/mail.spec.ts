import type { TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { MAIL_KINDS, MAIL_WORDS, type MailSettingsDto } from '@groupless/shared-dto';
import { MailWordsPipe } from '../../crm/mails/mail-words';
import { Texts } from '../../i18n/texts';
import { eventually, type } from '../../../testing/render';
import { startScreen } from '../../../testing/settings';
import mail from './i18n/en.json' with { type: 'json' };
import { Toasts } from '../../ui/toasts/toasts';
import { EMPTY_MAIL } from './mail-form';
import { Mail } from './mail';

const PATH = '/api/settings/mail';
const STORED: MailSettingsDto = {
  ...{ enabled: true, from: 'salon@example.com', reply_to: null, sends: EMPTY_MAIL.sends },
  ...{ server: { ...EMPTY_MAIL.server, host: 'mail.example.com' }, reminder_hours: [24], quiet: null },
  ...{ chat_reminders: false, has_password: true, source: 'settings' },
};
const THEIRS: MailSettingsDto = { ...STORED, reply_to: 'theirs@example.com' };

async function start() {
  const screen = await startScreen(Mail, { texts: { mail } });
  screen.http.expectOne(PATH).flush(STORED, { headers: { etag: '"1"' } });
  await screen.settle();
  const field = (value: string) =>
    [...screen.element.querySelectorAll('input')].find((one) => one.value === value)!;
  const save = async (): Promise<TestRequest> => {
    screen.element.querySelector<HTMLButtonElement>('button[type=submit]')!.click();
    await screen.settle();
    return screen.http.expectOne({ method: 'PUT', url: PATH });
  };
  return { ...screen, field, save };
}

describe('the settings of mail that two administrators change', () => {
  afterEach(() => document.body.replaceChildren());

  it('are saved over what the other one has stored, also while one types', async () => {
    const { http, field, save, settle, tell } = await start();
    type(field('salon@example.com'), 'typed@example.com');
    tell();
    await eventually(() => {
      const asked = http.match({ method: 'GET', url: PATH });
      asked.at(-1)?.flush(THEIRS, { headers: { etag: '"2"' } });
      return asked.length > 0;
    });
    await settle();
    const { request } = await save();
    expect(request.headers.get('if-match')).toBe('"2"');
    expect(request.body).toMatchObject({ from: 'typed@example.com', reply_to: 'theirs@example.com' });
  });

  it('say that nobody gets a reminder while mail is off', async () => {
    const screen = await startScreen(Mail, { texts: { mail }, inputs: { part: 'messages' } });
    const off = { ...STORED, enabled: false };
    screen.http.expectOne(PATH).flush(off, { headers: { etag: '"1"' } });
    await screen.settle();
    const said = jest.spyOn(TestBed.inject(Toasts), 'remark');
    screen.element.querySelector<HTMLInputElement>('[aria-label="Reminder: Mail"]')!.click();
    await screen.settle();
    screen.element.querySelector<HTMLButtonElement>('button[type=submit]')!.click();
    await screen.settle();
    const sent = screen.http.expectOne({ method: 'PUT', url: PATH });
    sent.flush({ ...off, sends: { ...off.sends, reminder: true } }, { headers: { etag: '"2"' } });
    await screen.settle();
    expect(said.mock.calls).toEqual([['mail.saved_off']]);
  });

  it('have a row for each message, whose reminder leaves at as many times as one adds', async () => {
    const screen = await startScreen(Mail, { texts: { mail }, inputs: { part: 'messages' } });
    screen.http.expectOne(PATH).flush(STORED, { headers: { etag: '"1"' } });
    await screen.settle();
    const texts = [...screen.element.querySelectorAll('a[href^="/settings/messages/"]')];
    expect(texts.map((link) => link.getAttribute('href')?.split('/').at(-1)).sort()).toEqual(
      [...MAIL_KINDS].sort(),
    );
    await screen.press('Another time');
    const hours = [...screen.element.querySelectorAll<HTMLInputElement>('input[type=number]')];
    expect(hours.map(({ value }) => value)).toEqual(['24', '2']);
    type(hours[1]!, '3');
    await screen.press('No reminder 24 hours before');
    screen.element.querySelector<HTMLButtonElement>('button[type=submit]')!.click();
    await screen.settle();
    const { request } = screen.http.expectOne({ method: 'PUT', url: PATH });
    expect(request.body).toMatchObject({ reminder_hours: [3], sends: STORED.sends });
  });

  it('are read again where the other one was first, and what is typed meanwhile stays', async () => {
    const { http, field, save, settle } = await start();
    type(field('salon@example.com'), 'typed@example.com');
    const problem = { status: 412, code: 'version_mismatch', detail: '', title: '', type: '', instance: '' };
    (await save()).flush(problem, { status: 412, statusText: 'Precondition Failed' });
    await settle();
    http.expectOne({ method: 'GET', url: PATH }).flush(THEIRS, { headers: { etag: '"2"' } });
    await settle();
    const again = await save();
    expect(again.request.body).toMatchObject({ from: 'typed@example.com', reply_to: 'theirs@example.com' });
    type(field('mail.example.com'), 'later.example.com');
    again.flush({ ...THEIRS, from: 'typed@example.com' }, { headers: { etag: '"3"' } });
    await settle();
    expect(field('later.example.com')).toBeDefined();
    expect(field('typed@example.com')).toBeDefined();
  });
});

it('what is said of a mail is in the language of the panel, but for the words of the mail server', () => {
  const providers = [MailWordsPipe, { provide: Texts, useValue: { of: (key: string) => `<${key}>` } }];
  const words = TestBed.configureTestingModule({ providers }).inject(MailWordsPipe);
  expect(words.transform(`${MAIL_WORDS.not_sent} ${MAIL_WORDS.wrong_login} 535 Denied`)).toBe(
    '<crm.mails.words.not_sent> <crm.mails.words.wrong_login> 535 Denied',
  );
});
