import type { TestRequest } from '@angular/common/http/testing';
import type { MailTextDto } from '@groupless/shared-dto';
import { choose, eventually, type } from '../../../../testing/render';
import { startScreen } from '../../../../testing/settings';
import mail from '../i18n/en.json' with { type: 'json' };
import { MailText } from './mail-text';

const PATH = '/api/settings/mail/texts/booked/en';
const TEXT: MailTextDto = { subject: 'On {date}', text: 'Hello {name}', is_standard: true };
const PREVIEW = { subject: 'On Monday', text: 'Hello Ada\n\nSee you', html: '' };

async function start(stored = TEXT) {
  const screen = await startScreen(MailText, { texts: { mail }, inputs: { kind: 'booked' } });
  screen.http.expectOne(PATH).flush(stored);
  await screen.settle();
  return screen;
}

describe('the texts of mails', () => {
  it('have a preview with the values of the business while one types', async () => {
    const { http, find, settle, text } = await start();
    type(find('textarea') as HTMLTextAreaElement, 'Hello {name}, bye');
    const asked: TestRequest[] = [];
    await eventually(() => {
      asked.push(...http.match(`${PATH}/preview`));
      return asked.some(({ request }) => (request.body as MailTextDto).text.endsWith('bye'));
    });
    expect(asked.at(-1)!.request.body).toEqual({ subject: 'On {date}', text: 'Hello {name}, bye' });
    asked.at(-1)!.flush(PREVIEW);
    await settle();
    expect(text()).toContain('On Monday');
    expect(text()).toContain('See you');
  });

  it('take a placeholder by a click, and are saved', async () => {
    const { http, press, settle } = await start();
    await press('Insert {time}');
    await press('Save the text');
    const saved = http.expectOne({ method: 'PUT', url: PATH });
    expect(saved.request.body).toEqual({ subject: 'On {date}', text: 'Hello {name}{time}' });
    saved.flush({ ...saved.request.body, is_standard: false });
    await settle();
    http.expectOne(PATH).flush({ ...saved.request.body, is_standard: false });
    await settle();
  });

  it('keep what is typed while they are saved', async () => {
    const { http, find, settle, press } = await start();
    const area = find('textarea') as HTMLTextAreaElement;
    type(area, 'Hello');
    await press('Save the text');
    const saved = http.expectOne({ method: 'PUT', url: PATH });
    type(area, 'Hello, and more');
    saved.flush({ ...saved.request.body, is_standard: false });
    await settle();
    http.expectOne(PATH).flush({ ...saved.request.body, is_standard: false });
    await settle();
    expect(area.value).toBe('Hello, and more');
  });

  it('in one language are not saved as those in another one that could not be read', async () => {
    const { http, find, settle, button, press } = await start();
    choose(find('select'), 'de');
    await settle();
    http.expectOne('/api/settings/mail/texts/booked/de').flush('', { status: 500, statusText: '' });
    await settle();
    expect((find('textarea') as HTMLTextAreaElement).value).toBe('');
    expect(button('Save the text').getAttribute('aria-disabled')).toBe('true');
    await press('Save the text');
    http.expectNone(({ method }) => method === 'PUT');
  });

  it('go back to the standard one where they were changed', async () => {
    const { http, press, settle, text } = await start({ ...TEXT, is_standard: false });
    expect(text()).toContain('Your own text');
    await press('Back to the standard text');
    http.expectOne({ method: 'DELETE', url: PATH }).flush(null);
    await settle();
    http.expectOne(PATH).flush(TEXT);
    await settle();
    expect(text()).toContain('The standard text');
    expect(text()).not.toContain('Back to the standard text');
  });
});
