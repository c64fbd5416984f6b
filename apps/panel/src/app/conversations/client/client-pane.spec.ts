import { Component, signal } from '@angular/core';
import type { ClientDto, ConversationDto } from '@groupless/shared-dto';
import { ROW, signedIn } from '../../../testing/conversations';
import { render, type } from '../../../testing/render';
import { ClientPane } from './client-pane';
import { ConversationRows } from '../conversation-rows';

const CLIENT: ClientDto = {
  id: 'k1',
  name: 'Ada Lovelace',
  phone: '+12125550123',
  extension: null,
  phone_as_given: null,
  shared_phone: null,
  shared_email: null,
  email_refused: null,
  language: null,
  no_reminders: [],
  external_ids: {},
  other_phones: [],
  email: null,
  company: '',
  status: 'active',
  source: 'chat',
  tags: [],
  notes: '',
  last_activity_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
};
const BAD_REQUEST = { status: 400, statusText: 'Bad request' };
const CONFLICT = { status: 409, statusText: 'Conflict' };
const page = (items: object[]) => ({ items, next_cursor: null, total: items.length, total_is_exact: true });

/** The pane comes when the page is settled, which it is not while something is being read. */
@Component({
  imports: [ClientPane],
  template: '@if (conversation(); as shown) {<app-client-pane [conversation]="shown" />}',
})
class Host {
  readonly conversation = signal<ConversationDto | null>(null);
}

async function openPane(conversation: Partial<ConversationDto> = {}) {
  const rendered = await render(Host, { providers: [ConversationRows, signedIn('operator')] });
  const { http, fixture, element, component } = rendered;
  component.conversation.set({ ...ROW, ...conversation });
  fixture.detectChanges();
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve));
      fixture.detectChanges();
    }
  };
  const answer = async (url: string, body: object, options = {}) => {
    http.expectOne((one) => one.url === url).flush(body, options);
    await settle();
  };
  const button = (name: RegExp) =>
    [...element.querySelectorAll('button')].find((one) => name.test(one.textContent ?? ''));
  return { ...rendered, settle, answer, button };
}

/** Of a business in another zone than its user. */
const SETTINGS = {
  time_zone: 'Europe/Berlin',
  resources: ['Bay 1'],
  services: [],
  slot_minutes: 45,
  working_hours: [],
};

describe('the client beside a thread', () => {
  it('is looked for by the number that writes, and linked', async () => {
    const { http, button, settle, text } = await openPane();
    const search = http.expectOne(({ url }) => url === '/api/clients');
    search.flush(page([CLIENT]));
    await settle();
    expect(search.request.params.get('search')).toBe('+12125550123');
    expect(text()).toContain('Ada Lovelace');
    button(/^\s*Link\s*$/)?.click();
    await settle();

    const { request } = http.expectOne('/api/conversations/c1');
    expect([request.method, request.body]).toEqual(['PATCH', { client_id: 'k1' }]);
  });

  it('has notes that name a colleague, who is found after an @', async () => {
    const { http, settle, element, button } = await openPane();
    const field = element.querySelector<HTMLTextAreaElement>('app-conversation-notes textarea')!;
    type(field, 'Call ');
    await settle();
    const press = (target: Element, key: string) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    press(field, '@');
    await settle();
    const team = [
      { id: 'u1', name: 'Eve' },
      { id: 'u2', name: 'Anna Ober' },
      { id: 'u3', name: 'Otto Weiß' },
    ];
    http.expectOne('/api/conversations/assignees').flush(team);
    await settle();
    const names = () => [...document.querySelectorAll('.menu .choice')].map((one) => one.textContent.trim());
    expect(names()).toEqual(['Anna Ober', 'Otto Weiß']);
    const search = document.querySelector<HTMLInputElement>('.menu input')!;
    type(search, 'wei');
    await settle();
    press(search, 'Enter');
    await settle();
    expect(field.value).toBe('Call @Otto Weiß ');
    button(/Add note/)?.click();
    await settle();
    const added = http.expectOne({ method: 'POST', url: '/api/conversations/c1/notes' });
    expect(added.request.body).toEqual({ text: 'Call @Otto Weiß ' });
  });

  it('is made of what the contact says', async () => {
    const { http, answer, button, settle } = await openPane();
    await answer('/api/clients', page([]));
    button(/Create client/)?.click();
    await settle();
    const made = http.expectOne('/api/clients');
    made.flush(CLIENT, { status: 201, statusText: 'Created' });
    await settle();

    expect(made.request.body).toEqual({ name: '<b>Ada</b>', phone: '+12125550123' });
    expect(http.expectOne('/api/conversations/c1').request.body).toEqual({ client_id: 'k1' });
  });

  it('is made with another number where the API refuses that of the contact', async () => {
    const { http, answer, button, settle, find } = await openPane();
    await answer('/api/clients', page([]));
    button(/Create client/)?.click();
    await settle();
    const errors = [{ field: 'phone', code: 'invalid_format', message: 'This is no phone number.' }];
    await answer('/api/clients', { code: 'invalid_request', detail: 'No.', errors }, BAD_REQUEST);
    expect(find('#link-phone-fault').textContent).toContain('This is no phone number.');
    const field = find('.phone input') as HTMLInputElement;
    expect(field.value).toBe('+12125550123');
    type(field, '+12125550124');
    await settle();
    button(/Create client/)?.click();
    await settle();

    expect(http.expectOne('/api/clients').request.body).toEqual({
      name: '<b>Ada</b>',
      phone: '+12125550124',
    });
  });

  it('is offered for linking where somebody has the number already', async () => {
    const { answer, button, settle, text } = await openPane();
    await answer('/api/clients', page([]));
    button(/Create client/)?.click();
    await settle();
    await answer(
      '/api/clients',
      { code: 'duplicate_client', detail: 'There is one.', client_ids: ['k1'] },
      CONFLICT,
    );
    await answer('/api/clients/k1', CLIENT);

    expect(text()).toContain('A client with this number is there already.');
    expect(text()).toContain('Ada Lovelace');
  });

  it('is booked for, with the chat, and picks a free time where one is taken', async () => {
    const { http, answer, button, settle } = await openPane({ client_id: 'k1' });
    await answer('/api/clients/k1', CLIENT);
    await answer('/api/appointments', page([]));
    await answer('/api/settings/chat-agent', SETTINGS);
    button(/Book from here/)?.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const dialog = () => document.querySelector<HTMLElement>('app-booking-dialog');
    const field = (selector: string) => {
      const found = dialog()?.querySelector<HTMLInputElement>(selector);
      if (found === null || found === undefined) throw new Error(`There is no ${selector}.`);
      return found;
    };
    expect(field('[role=combobox]').value).toBe('Ada Lovelace');
    type(field('input[type=date]'), '2026-11-23');
    type(field('input[type=time]'), '10:00');
    await settle();
    const submit = () => field('form').dispatchEvent(new Event('submit', { cancelable: true }));
    submit();
    await settle();
    const alternatives = [{ starts_at: '2026-11-23T11:00:00.000Z', ends_at: '2026-11-23T11:45:00.000Z' }];
    const first = http.expectOne({ method: 'POST', url: '/api/appointments' });
    first.flush({ code: 'slot_taken', detail: 'Somebody has this time.', alternatives }, CONFLICT);
    await settle();
    // Berlin's clock, as the business has it.
    expect(first.request.body).toMatchObject({
      starts_at: '2026-11-23T09:00:00.000Z',
      duration_minutes: 45,
      resource: 'Bay 1',
      client_id: 'k1',
      chat_id: 'chat-1',
    });
    for (const request of http.match(({ method, url }) => method === 'GET' && url === '/api/appointments'))
      if (!request.cancelled) request.flush(page([]));
    await settle();
    field('app-taken-notice button').click();
    await settle();
    submit();
    await settle();

    const second = http.expectOne({ method: 'POST', url: '/api/appointments' });
    expect((second.request.body as { starts_at: string }).starts_at).toBe('2026-11-23T11:00:00.000Z');
  });
});
