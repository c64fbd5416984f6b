import { DialogRef } from '@angular/cdk/dialog';
import type { ClientDto } from '@groupless/shared-dto';
import { type as typeInto } from '../../testing/render';
import { NewClient } from './new-client';
import { aClient, aPage, onStage } from './testing/clients-on-stage';

afterEach(() => document.body.replaceChildren());

async function start() {
  const closed: (ClientDto | undefined)[] = [];
  const dialog = {
    config: {},
    close: (result?: ClientDto) => closed.push(result),
  };
  const staged = await onStage(NewClient, { providers: [{ provide: DialogRef, useValue: dialog }] });
  const { find, findAll, wait } = staged;
  const enter = (selector: string, text: string) => typeInto(find(selector) as HTMLInputElement, text);
  const press = async (name: string) => {
    findAll('button')
      .find((one) => one.textContent.trim() === name)
      ?.click();
    await wait(20);
  };
  const name = (text: string) => enter('input[dir=auto]', text);
  /** The server answers that somebody else has the phone. */
  const refuse = async () => {
    staged.http
      .expectOne({ method: 'POST', url: '/api/clients' })
      .flush(
        { code: 'duplicate_client', status: 409, client_ids: ['c1'] },
        { status: 409, statusText: 'Conflict' },
      );
    await wait(20);
    staged.http.expectOne('/api/clients/c1').flush(aClient());
    await wait(20);
  };
  return { ...staged, closed, enter, press, name, refuse };
}

describe('a new client', () => {
  it('is sent without what was left empty, and the dialog closes with it', async () => {
    const { name, enter, press, http, closed, wait } = await start();
    name('  Ada Lovelace ');
    enter('input[type=tel]', '(212) 555');
    await press('Create');
    const sent = http.expectOne({ method: 'POST', url: '/api/clients' });
    sent.flush(aClient({ id: 'c9' }));
    await wait(20);

    expect(sent.request.body).toEqual({
      name: 'Ada Lovelace',
      phone: '(212) 555',
      extension: null,
      other_phones: [],
      email: null,
      language: null,
      no_reminders: [],
      company: '',
      status: 'active',
      tags: [],
      notes: '',
    });
    expect(closed.map((client) => client?.id)).toEqual(['c9']);
  });

  it('needs a name', async () => {
    const { press, http, text } = await start();
    await press('Create');

    expect(text()).toContain('This is needed.');
    http.expectNone({ method: 'POST' });
  });

  it('says while one types who has the phone number already', async () => {
    const { enter, http, wait, text, find } = await start();
    enter('input[type=tel]', '212 555-0123');
    await wait(350);
    http
      .expectOne(({ params }) => params.get('search') === '212 555-0123')
      .flush(aPage([aClient(), aClient({ id: 'c2', phone: '+12125550123999' })]));
    await wait(20);

    expect(text()).toMatch(/Already there with this phone or email: ?Jana Nováková/);
    expect(find('app-duplicate-notice').querySelectorAll('li')).toHaveLength(1);
    expect(find('app-duplicate-notice a').getAttribute('href')).toBe('/clients/c1');
  });

  it('is made all the same when the user says so', async () => {
    const { name, press, refuse, http, wait, text, closed } = await start();
    name('Ada');
    await press('Create');
    await refuse();
    expect(text()).toMatch(/Somebody else has this phone or email: ?Jana Nováková/);
    await press('Create anyway');
    const again = http.expectOne({ method: 'POST', url: '/api/clients' });
    expect(again.request.body).toMatchObject({ name: 'Ada', allow_duplicate: true });
    again.flush(aClient({ id: 'c9' }));
    await wait(20);

    expect(closed.map((client) => client?.id)).toEqual(['c9']);
  });

  it('warns of each phone anew, and never sends one that nobody was warned of', async () => {
    const { name, enter, press, refuse, http, wait, text } = await start();
    name('Ada');
    enter('input[type=tel]', '212 555-0123');
    await press('Create');
    await refuse();
    expect(text()).toContain('Create anyway');
    enter('input[type=tel]', '212 555-0199');
    await wait(20);
    expect(text()).not.toContain('Create anyway');
    await press('Create');

    const { body } = http.expectOne({ method: 'POST', url: '/api/clients' }).request;
    expect(body).toMatchObject({ phone: '212 555-0199' });
    expect(body).not.toHaveProperty('allow_duplicate');
  });

  it('shows what the API has against a field at the field', async () => {
    const { name, enter, press, http, wait, find } = await start();
    name('Ada');
    enter('input[type=tel]', '12');
    await press('Create');
    const errors = [{ field: 'phone', code: 'invalid_phone', message: 'phone must be a phone number.' }];
    http
      .expectOne({ method: 'POST', url: '/api/clients' })
      .flush({ code: 'invalid_phone', status: 400, errors }, { status: 400, statusText: 'Bad Request' });
    await wait(20);

    expect(find('input[type=tel]').getAttribute('aria-invalid')).toBe('true');
    expect(find('app-field:has(input[type=tel])').textContent).toContain(
      'This is not a phone number. Write it with + and the country code.',
    );
    expect(document.activeElement).toBe(find('input[type=tel]'));
  });
});
