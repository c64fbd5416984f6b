import { TestBed } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import { Router } from '@angular/router';
import type { ConversationDto, Role } from '@groupless/shared-dto';
import { eventually, render, type } from '../../../testing/render';
import { Composer } from './composer';
import { ConversationRows } from '../conversation-rows';
import { ROW, signedIn } from '../../../testing/conversations';
import { Toasts } from '../../ui/toasts/toasts';
import { Thread } from './thread';

const MESSAGES = [
  { id: 1, role: 'user', message: 'Hello\nthere', timestamp: '2026-11-20T09:29:00.000Z' },
  { id: 2, role: 'assistant', message: '<i>Hi</i>', timestamp: '2026-11-20T09:30:00.000Z' },
];

const NOT_FOUND = { status: 404, statusText: 'Not Found' };
const PROBLEM = { status: 503, statusText: 'Away' };

interface Opened {
  row?: Partial<ConversationDto>;
  role?: Role;
  messages?: object[];
  events?: object[];
  failure?: object;
}

async function openThread({
  row = {},
  role = 'operator',
  messages = MESSAGES,
  events = [],
  failure = {},
}: Opened = {}) {
  const shown = { ...ROW, ...row };
  const rendered = await render(Thread, {
    inputs: { id: shown.id },
    providers: [ConversationRows, signedIn(role)],
  });
  TestBed.inject(ConversationRows).openId.set(shown.id);
  const { http, fixture, element } = rendered;
  fixture.detectChanges();
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    fixture.detectChanges();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const answer = async (url: string, body: object, options = {}) => {
    for (const request of http.match((one) => one.url === url && !one.params.has('before'))) {
      request.flush(body, options);
    }
    await settle();
  };
  const button = (name: string) =>
    [...element.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
  await answer('/api/conversations', { items: [], next_cursor: null, total: 0, total_is_exact: true });
  const hasFailed = Object.keys(failure).length > 0;
  await answer('/api/conversations/c1', hasFailed ? failure : shown, hasFailed ? NOT_FOUND : {});
  await answer('/api/conversations/c1/messages', { items: messages, events, next_before: null });
  return { ...rendered, settle, answer, button };
}

describe('a thread', () => {
  afterEach(() => sessionStorage.clear());

  it('shows who wrote what on which side, as text alone', async () => {
    const { findAll, element } = await openThread();
    const bubbles = findAll('.bubble').map(({ textContent }) => textContent);

    expect(bubbles).toEqual(['Hello\nthere', '<i>Hi</i>']);
    expect(findAll('.message.client, .message.agent').map(({ className }) => className)).toEqual([
      expect.stringContaining('client'),
      expect.stringContaining('agent'),
    ]);
    expect(element.querySelector('h2')?.textContent).toBe('<b>Ada</b>');
    expect(findAll('.by')[1]?.textContent).toContain('AI');
  });

  it('says who wrote a reply, whether the client has got it, and who looks after the conversation', async () => {
    const eve = { id: 'u1', name: 'Eve' };
    const at = '2026-11-20T09:32:00.000Z';
    const unsent = { delivered_at: null, sending: false, taken_back_at: null };
    const written = { role: 'operator', message: 'Yes', timestamp: '2026-11-20T09:31:00.000Z' };
    const reply = { ...written, author: eve, ...unsent };
    const { findAll } = await openThread({
      row: { assigned_to: { id: 'u2', name: 'Ada Wren' } },
      messages: [
        ...MESSAGES,
        { ...reply, id: 3, delivered_at: at },
        { ...reply, id: 4 },
        { ...reply, id: 5, sending: true },
        { ...reply, id: 6, taken_back_at: at },
        { ...reply, id: 7, taken_back_at: at, sending: true },
        { ...reply, id: 8, taken_back_at: at, delivered_at: at },
      ],
    });

    expect(findAll('.by')[2]?.textContent).toContain('Eve');
    const line = ({ textContent }: Element) => textContent?.replaceAll(/\s+/g, ' ').trim();
    expect(findAll('.delivery').map(line)).toEqual([
      'Delivered',
      'Not delivered yet · Take back',
      'Being sent · Take back',
      'Taken back. The client did not get it.',
      'Taken back. The client may have got it: the agent was sending it.',
      'Taken back, but the client got it',
    ]);
    expect(findAll('.taken-back').map((one) => one.getAttribute('data-message'))).toEqual(['6', '7']);
    // On paper it is left out with its dot.
    expect(findAll('.delivery .only-screen').map(line)).toEqual(['· Take back', '· Take back']);
    expect(findAll('app-assignee-menu button')[0]?.getAttribute('aria-label')).toContain('Ada Wren');
  });

  it('says in the menu of the team that it could not be read, and reads it again', async () => {
    const { find, http, settle } = await openThread();
    find('app-assignee-menu button').click();
    await settle();
    http.expectOne('/api/conversations/assignees').flush({ code: 'internal_error' }, PROBLEM);
    await settle();

    const again = document.querySelector<HTMLElement>('.menu .menu-item');
    expect(again?.textContent).toContain('could not be loaded. Try again');

    again?.click();
    await settle();
    http.expectOne('/api/conversations/assignees').flush([{ id: 'u2', name: 'Ada Wren' }]);
    await settle();
    expect(document.activeElement?.textContent.trim()).toBe('Ada Wren');
  });

  it.each([
    ['the API fails', PROBLEM],
    ['there is no connection', null],
  ])('says that saved replies could not be read where %s, and reads them again', async (_, answer) => {
    const { find, http, settle, button } = await openThread({ row: { status: 'human' } });
    const field = find('textarea') as HTMLTextAreaElement;
    type(field, 'Just a moment. ');
    await settle();
    const replies = () => http.expectOne(({ url }) => url === '/api/settings/saved-replies');
    const item = (text: string) =>
      [...document.querySelectorAll<HTMLElement>('.menu .menu-item')].find((one) =>
        one.textContent.includes(text),
      );
    button('Saved replies')?.click();
    await settle();
    if (answer === null) replies().error(new ProgressEvent('error'));
    else replies().flush({ code: 'internal_error' }, answer);
    await settle();
    expect(document.activeElement).toBe(item('could not be loaded. Try again'));

    item('Try again')?.click();
    await settle();
    const reply = { id: 'r1', name: 'Directions', text: 'The second door.' };
    replies().flush({ items: [reply], next_cursor: null, total: 1, total_is_exact: true });
    await settle();
    expect(item('Try again')).toBeUndefined();
    item('Directions')?.click();
    await settle();

    expect(field.value).toBe('Just a moment. The second door.');
  });

  it('finds saved replies by name and text, and inserts nothing where none fits', async () => {
    const { find, http, settle } = await openThread({ row: { status: 'human' } });
    const field = find('textarea') as HTMLTextAreaElement;
    type(field, 'Hello. ');
    await settle();
    const press = (target: Element, key: string) =>
      target.dispatchEvent(
        new KeyboardEvent('keydown', {
          ...{ key, bubbles: true, cancelable: true },
          keyCode: key === 'Escape' ? 27 : 0,
        }),
      );
    const items = [
      { id: 'r1', name: 'Hours', text: 'From nine to six.' },
      { id: 'r2', name: 'Öffnungszeiten', text: 'Von neun bis sechs.' },
      { id: 'r3', name: 'Way', text: 'The second dóor.' },
    ];
    const look = async (wanted: string) => {
      field.setSelectionRange(field.value.length, field.value.length);
      press(field, '/');
      await settle();
      const asked = http.match(({ url }) => url === '/api/settings/saved-replies');
      for (const request of asked)
        request.flush({ items, next_cursor: null, total: 3, total_is_exact: true });
      await settle();
      const search = document.querySelector<HTMLInputElement>('.menu input')!;
      expect(document.activeElement).toBe(search);
      type(search, wanted);
      await settle();
      press(search, 'Enter');
      await settle();
      return [...document.querySelectorAll('.menu .choice')].map(({ textContent }) => textContent.trim());
    };
    expect(await look('xyz')).toEqual([]);
    expect(document.querySelector('.menu')?.textContent).toContain('No saved reply has that.');
    expect(field.value).toBe('Hello. ');
    press(document.querySelector('.menu input')!, 'Escape');
    await settle();
    expect(field.value).toBe('Hello. /xyz');
    type(field, 'Hello. ');
    await look('OFF');
    expect(field.value).toBe('Hello. Von neun bis sechs.');
    type(field, '');
    await look('second door');
    expect(field.value).toBe('The second dóor.');
  });

  it('calls the number that writes', async () => {
    const { find } = await openThread();
    expect(find('app-thread-header a[href^="tel:"]').getAttribute('href')).toBe('tel:+12125550123');
  });

  it('gives the exact time of a message in the tooltip and for programs', async () => {
    const { find } = await openThread();

    expect(find('.by time').getAttribute('datetime')).toBe('2026-11-20T09:29:00.000Z');
    find('.by time').dispatchEvent(new Event('pointerenter'));
    expect(find('.by time').title).toContain('2026');
  });

  it('marks where the unread messages begin, and marks them as read when they are seen', async () => {
    const { find, http } = await openThread({ row: { unread_count: 1 } });
    const read = http.expectOne('/api/conversations/c1/read');

    expect(find('.divider.unread').textContent).toBe('New');
    expect(find('.divider.unread + .message').dataset['message']).toBe('1');
    expect(read.request.method).toBe('POST');
  });

  it('marks what came late where it stands, and reads up to what was on the screen', async () => {
    const late = [
      { id: 7, role: 'user', message: 'Late', timestamp: '2026-11-20T09:00:00.000Z' },
      ...MESSAGES,
    ];
    const { find, http } = await openThread({
      row: { unread_count: 1, first_unread_id: 7 },
      messages: late,
    });
    expect(find('.divider.unread + .message').textContent).toContain('Came late');
    expect(http.expectOne('/api/conversations/c1/read').request.body).toEqual({ up_to: 7 });
  });

  it('opens at the message that a hit leads to, and marks it', async () => {
    const { element, http, settle, fixture } = await openThread();
    await TestBed.inject(Router).navigate([], { queryParams: { message: 2, found: 'Hi' } });
    fixture.detectChanges();
    await settle();
    const around = http.expectOne((one) => one.params.get('around') === '2');
    around.flush({ items: MESSAGES, events: [], next_before: null, next_after: null });
    await settle();
    fixture.detectChanges();
    expect(element.querySelector('.message.target')?.getAttribute('data-message')).toBe('2');
    expect([...element.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Hi']);
  });

  it('is noted about, handed back and closed by keys', async () => {
    const { find, http, settle, answer } = await openThread({ row: { status: 'human' } });
    const press = async (key: string) => {
      (document.activeElement as HTMLElement).blur();
      document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await settle();
    };
    await press('n');
    expect(document.activeElement).toBe(find('app-conversation-notes textarea'));
    await press('b');
    await answer('/api/conversations/c1/handback', { ...ROW, status: 'open', updated_at: '2026-11-21' });
    await press('b');
    expect(http.match('/api/conversations/c1/handback')).toEqual([]);
    await press('e');
    const [closed] = http.match(({ method, url }) => method === 'PATCH' && url === '/api/conversations/c1');
    expect(closed?.request.body).toMatchObject({ status: 'closed' });
  });

  it('shows a viewer no keys that write', async () => {
    const { http, settle, findAll } = await openThread({ role: 'viewer', row: { status: 'human' } });
    for (const key of ['n', 'b', 'e'])
      document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await settle();
    expect([findAll('textarea'), http.match(({ method }) => method !== 'GET')]).toEqual([[], []]);
  });

  it('finds messages in it, and goes from the newest hit to the older ones', async () => {
    const { find, http, settle, element, text } = await openThread();
    find('button[aria-label="Find in this conversation"]').click();
    await settle();
    const field = find('app-thread-search input') as HTMLInputElement;
    field.value = 'door';
    const submit = () =>
      find('app-thread-search form').dispatchEvent(new Event('submit', { cancelable: true }));
    submit();
    await settle();
    const asked = http.expectOne(({ url }) => url === '/api/conversations/messages');
    expect([asked.request.params.get('q'), asked.request.params.get('conversation_id')]).toEqual([
      'door',
      'c1',
    ]);
    const hit = (message_id: number, timestamp: string) => ({
      message_id,
      timestamp,
      excerpt: '',
      conversation_id: 'c1',
    });
    const items = [hit(4, '2026-11-19T09:00:00.000Z'), hit(9, '2026-11-20T09:00:00.000Z')];
    asked.flush({ items, next_cursor: null, total: 2, total_is_exact: true });
    await settle();
    await settle();
    expect(http.match((one) => one.params.get('around') === '9')).toHaveLength(1);
    expect(text()).toContain('1/2');
    submit();
    await settle();
    await settle();
    expect(http.match((one) => one.params.get('around') === '4')).toHaveLength(1);
    expect(element.querySelector('app-thread-search')?.textContent).toContain('2/2');
  });

  it('marks them once, also where that fails', async () => {
    const { http, settle } = await openThread({ row: { unread_count: 1 } });
    http.expectOne('/api/conversations/c1/read').flush({ code: 'internal_error' }, PROBLEM);
    await settle();
    await settle();

    expect(http.match('/api/conversations/c1/read')).toEqual([]);
  });

  it('takes over for who writes, once that is sent, and loses none of it', async () => {
    const { http, settle, button, find, element, text } = await openThread();
    const field = () => find('#composer') as HTMLTextAreaElement;
    expect(field().placeholder).toBe('Write, and you take over from the AI agent');
    type(field(), 'Here I am');
    await settle();
    expect(http.match('/api/conversations/c1/typing')).toEqual([]);
    button('Send')?.click();
    await settle();
    const reply = { method: 'POST', url: '/api/conversations/c1/messages' };
    const first = http.expectOne(reply);
    first.flush({ code: 'not_taken_over', detail: '' }, { status: 409, statusText: 'Conflict' });
    await settle();
    expect(text()).toContain('Here I am');
    http
      .expectOne({ method: 'POST', url: '/api/conversations/c1/takeover' })
      .flush({ ...ROW, status: 'human', updated_at: '2026-11-20T10:00:00.000Z' });
    await settle();
    const second = http.expectOne(reply);
    expect(second.request.body).toEqual(first.request.body);
    expect(second.request.headers.get('idempotency-key')).toBe(first.request.headers.get('idempotency-key'));
    expect(button('Hand back')).toBeDefined();
    expect(element.querySelector<HTMLTextAreaElement>('#composer')?.placeholder).toBe('Write a reply');
  });

  it('lets an operator take over', async () => {
    const { text, button, element, answer, http } = await openThread();
    expect(text()).toContain('The AI agent answers here.');
    button('Take over')?.click();
    expect(http.match('/api/conversations/c1/read')).toHaveLength(0);
    await answer('/api/conversations/c1/takeover', { ...ROW, status: 'human' });

    expect(element.querySelector('textarea')).not.toBeNull();
    expect(button('Hand back')).toBeDefined();
    expect(button('Take over')).toBeUndefined();
  });

  it('shows a viewer nothing that writes', async () => {
    const { findAll, http, text } = await openThread({
      role: 'viewer',
      row: { status: 'human', unread_count: 2 },
    });

    expect(findAll('textarea, input')).toEqual([]);
    // To find in it, and its client.
    expect(findAll('button').map(({ textContent }) => textContent?.trim())).toEqual(['', 'Client']);
    expect(http.match('/api/conversations/c1/read')).toEqual([]);
    expect(text()).toContain('A human answers here.');
  });

  it('shows a reply at once, and for good when it is stored', async () => {
    const { find, findAll, button, settle, answer } = await openThread({ row: { status: 'human' } });
    type(find('textarea') as HTMLTextAreaElement, 'On my way');
    await settle();
    button('Send')?.click();
    await settle();
    expect(findAll('.bubble').at(-1)?.textContent).toBe('On my way');
    expect((find('textarea') as HTMLTextAreaElement).value).toBe('');
    await answer('/api/conversations/c1/messages', {
      id: 3,
      role: 'operator',
      message: 'On my way',
      timestamp: '2026-11-20T09:31:00.000Z',
    });

    expect(findAll('.message.operator')).toHaveLength(1);
    expect(find('.message.operator').dataset['message']).toBe('3');
  });

  it('sends what was inserted before the page is drawn again, and once though the keys come twice', async () => {
    const { find, fixture, settle, http } = await openThread({ row: { status: 'human' } });
    const composer = fixture.debugElement.query(By.directive(Composer)).componentInstance as Composer;
    composer.insert('The second door.');
    const keys = { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true };
    for (let times = 0; times < 2; times++)
      find('textarea').dispatchEvent(new KeyboardEvent('keydown', keys));
    await settle();

    const sent = http.match(({ method, url }) => method === 'POST' && url.endsWith('/messages'));
    expect(sent.map(({ request }) => (request.body as { text: string }).text)).toEqual(['The second door.']);
    // The rules do not hand back what somebody writes at.
    expect(http.match('/api/conversations/c1/typing')).toHaveLength(1);
    expect((find('textarea') as HTMLTextAreaElement).value).toBe('');
  });

  it('keeps a reply that failed, with another try', async () => {
    const { find, findAll, button, settle, answer, http } = await openThread({ row: { status: 'human' } });
    type(find('textarea') as HTMLTextAreaElement, 'On my way');
    await settle();
    button('Send')?.click();
    await answer(
      '/api/conversations/c1/messages',
      { code: 'database_unavailable', detail: 'Away.' },
      PROBLEM,
    );
    expect(find('.failed').textContent).toContain('The database does not answer.');
    expect(find('.failed .bubble').textContent).toBe('On my way');
    button('Retry')?.click();
    await settle();
    const [sent] = http.match(({ url, method }) => url.endsWith('/messages') && method === 'POST');

    expect(sent?.request.body).toEqual({ text: 'On my way' });
    expect(findAll('.failed')).toEqual([]);
  });

  it('sends a reply whose confirmation was lost again with its key, so that it is stored once', async () => {
    const { find, findAll, button, settle, answer, http } = await openThread({ row: { status: 'human' } });
    const posted = () => http.match(({ url, method }) => url.endsWith('/messages') && method === 'POST');
    type(find('textarea') as HTMLTextAreaElement, 'On my way');
    await settle();
    button('Send')?.click();
    await settle();
    const [first] = posted();
    first?.error(new ProgressEvent('error'));
    await settle();
    button('Retry')?.click();
    await settle();
    const [second] = posted();
    const key = first?.request.headers.get('idempotency-key');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.request.headers.get('idempotency-key')).toBe(key);
    const stored = {
      id: 3,
      role: 'operator',
      message: 'On my way',
      timestamp: '2026-11-20T09:31:00.000Z',
    };
    second?.flush(stored);
    await answer('/api/conversations/c1/messages', { items: [...MESSAGES, stored], next_before: null });

    expect(findAll('.message.operator')).toHaveLength(1);
  });

  it('keeps what was typed, over a reload too, for its user alone', async () => {
    const first = await openThread({ row: { status: 'human' } });
    type(first.find('textarea') as HTMLTextAreaElement, 'half a sen');
    await first.settle();

    expect(sessionStorage.getItem('groupless.drafts.reply-texts.u1')).toContain('half a sen');
  });

  it('says so where there is no such conversation', async () => {
    const { text, find } = await openThread({
      failure: { code: 'not_found', detail: 'No conversation has this id.' },
    });

    expect(text()).toContain('No conversation has this id.');
    expect(find('.failed a').getAttribute('href')).toBe('/conversations');
  });

  it('tells between the messages what was changed, and who did it', async () => {
    const events = [
      {
        ...{ id: 1, kind: 'tied', at: '2026-11-20T09:29:30.000Z', by: null },
        details: { client_name: 'Maria', tied_by: 'booking' },
      },
      {
        ...{ id: 2, kind: 'taken_over', at: '2026-11-20T09:31:00.000Z', by: { id: 'u2', name: 'Olaf' } },
        details: { before_name: null },
      },
    ];
    const { findAll, answer } = await openThread({ events });
    await answer('/api/conversations/agent', { state: 'answers', last_seen_at: null });

    const told = findAll('ol > .message, ol > .event').map(({ className, textContent }) =>
      className === 'event' ? textContent?.split('·')[0]?.trim() : 'message',
    );
    expect(told).toEqual(['message', 'Linked to Maria by the booking', 'message', 'Olaf took over']);
  });

  it('has the notes of the team at their time', async () => {
    const { answer, findAll } = await openThread();
    const note = { author: { id: 'u2', name: 'Otto' }, removed_at: null, removed_by: null };
    const items = [
      { ...note, id: 'n2', text: 'Do NOT promise Friday', created_at: '2026-11-20T09:29:30.000Z' },
      { ...note, id: 'n1', text: 'Calls often', created_at: '2026-11-20T09:00:00.000Z' },
    ];
    await answer('/api/conversations/c1/notes', { items, next_cursor: null, total: 2, total_is_exact: true });
    const order = findAll('app-message-list li').map(
      (one) => one.querySelector('app-message-text')?.textContent.trim() ?? '',
    );
    expect(order.filter((text) => text !== '')).toEqual([
      'Calls often',
      'Hello\nthere',
      'Do NOT promise Friday',
      '<i>Hi</i>',
    ]);
  });

  it('has what was said before the number changed hands under the name of then', async () => {
    const at = '2026-11-20T09:30:00.000Z';
    const events = [
      {
        ...{ id: 1, kind: 'contact_changed', at, by: null },
        details: { before_name: 'Gina One', before_phone: '+1', name: 'Hans Two', phone: '+2' },
      },
    ];
    const messages = ['29', '30'].map((minute, id) => ({
      ...{ id, role: 'user', message: 'Hello', timestamp: `2026-11-20T09:${minute}:00.000Z` },
    }));
    const row = { client_id: null, name: 'Hans Two', contact_name: 'Hans Two' };
    const { findAll } = await openThread({ row, events, messages });

    expect(findAll('.by bdi').map(({ textContent }) => textContent)).toEqual(['Gina One', 'Hans Two']);
  });

  it('of a colleague has no composer, and is taken after a question alone', async () => {
    const row = {
      ...{ status: 'human' as const, assigned_to: { id: 'u2', name: 'Olaf' } },
      assigned_at: '2026-11-20T10:02:00.000Z',
    };
    const { http, button, settle, text, findAll } = await openThread({ row });
    expect(text()).toContain('Olaf answers here since');
    expect(findAll('app-composer')).toEqual([]);
    button('Take over')?.click();
    const answer = { code: 'taken_by', detail: '', id: 'u2', name: 'Olaf', since: row.assigned_at };
    const first = http.expectOne({ method: 'POST', url: '/api/conversations/c1/takeover' });
    first.flush(answer, { status: 409, statusText: 'Conflict' });
    await eventually(() => document.querySelector('app-confirm-dialog') !== null);
    await settle();
    expect(document.querySelector('app-confirm-dialog')?.textContent).toContain('Olaf has it since');
    document
      .querySelector('app-confirm-dialog form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    const second = http.expectOne({ method: 'POST', url: '/api/conversations/c1/takeover' });
    expect([first.request.body, second.request.body]).toEqual([{ force: false }, { force: true }]);
  });

  it.each([
    ['was sending it', { may_have_been_sent: true }, true],
    ['did not have it', null, false],
  ])('says what is not sure about a reply that is taken back: the agent %s', async (_, answer, isSaid) => {
    const reply = { role: 'operator', message: 'Yes', timestamp: '2026-11-20T09:31:00.000Z' };
    const author = { id: 'u2', name: 'Olaf' };
    const messages = [{ id: 5, ...reply, author, delivered_at: null, sending: isSaid, taken_back_at: null }];
    const { http, button, settle, findAll } = await openThread({ messages });
    button('Take back')?.click();
    await settle();
    http.expectOne(({ method }) => method === 'DELETE').flush(answer);
    await settle();
    expect(findAll('.taken-back')).toHaveLength(1);
    expect(TestBed.inject(Toasts).shown()).toHaveLength(isSaid ? 1 : 0);
  });

  it('erases a message of the client after a question, and offers to look at what may repeat it', async () => {
    const { http, button, settle, findAll } = await openThread();
    const [first] = MESSAGES;
    button('Remove')?.click();
    await eventually(() => document.querySelector('app-confirm-dialog') !== null);
    http.expectNone(({ method }) => method === 'DELETE');
    document
      .querySelector('app-confirm-dialog form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    http.expectOne(`/api/conversations/c1/messages/${first?.id}?force=false`).flush(null);
    await settle();
    expect(findAll(`[data-message="${first?.id}"]`)).toEqual([]);
    expect(
      TestBed.inject(Toasts)
        .shown()
        .map(({ text }) => text),
    ).toEqual(['conversations.erase.done']);
  });

  describe('of a colleague', () => {
    const OLAF = { id: 'u2', name: 'Olaf' };
    const since = '2026-11-20T10:02:00.000Z';
    const row = { status: 'human' as const, assigned_to: OLAF, assigned_at: since };
    const reply = { role: 'operator', message: 'Yes', timestamp: '2026-11-20T09:31:00.000Z', author: OLAF };
    const messages = [{ id: 5, ...reply, delivered_at: null, sending: false, taken_back_at: null }];
    const answer = { code: 'taken_by', detail: '', ...OLAF, since };

    it.each([
      ['is closed', 'PATCH', '', 'Close', { status: 'closed' }],
      ['is assigned', 'POST', '/assign', 'Nobody', { user_id: null }],
      ['loses a reply', 'DELETE', '/messages/5', 'Take back', null],
    ])('%s after a question alone', async (_, method, path, name, body) => {
      const { http, button, settle, find } = await openThread({ row, messages });
      if (path === '/assign') {
        find('app-assignee-menu button').click();
        await settle();
        http.expectOne('/api/conversations/assignees').flush([OLAF]);
        await settle();
        [...document.querySelectorAll<HTMLElement>('.menu-item')]
          .find(({ textContent }) => textContent?.trim() === name)
          ?.click();
      } else button(name)?.click();
      await settle();
      const isIt = (request: { method: string; url: string }) =>
        request.method === method && request.url === `/api/conversations/c1${path}`;
      const first = http.expectOne(isIt);
      if (body === null) expect(first.request.params.get('force')).toBe('false');
      else expect(first.request.body).toEqual({ ...body, force: false });
      first.flush(answer, { status: 409, statusText: 'Conflict' });
      await eventually(() => document.querySelector('app-confirm-dialog') !== null);
      await settle();
      expect(document.querySelector('app-confirm-dialog')?.textContent).toContain('Olaf has it since');
      http.expectNone(isIt);
      document
        .querySelector('app-confirm-dialog form')
        ?.dispatchEvent(new Event('submit', { cancelable: true }));
      await settle();
      const second = http.expectOne(isIt);
      if (body === null) expect(second.request.params.get('force')).toBe('true');
      else expect(second.request.body).toEqual({ ...body, force: true });
      second.flush(body === null ? null : { ...ROW, ...row });
      await settle();
    });
  });

  it('is handed back after a question alone while the client has not got a reply', async () => {
    const row = { status: 'human' as const, assigned_to: { id: 'u1', name: 'Ada' } };
    const { http, button, settle } = await openThread({ row });
    const url = '/api/conversations/c1/handback';
    button('Hand back')?.click();
    await settle();
    const first = http.expectOne(url);
    expect(first.request.body).toEqual({ force: false });
    const replies = [{ id: 5, since: '2026-11-20T10:02:00.000Z', sending: false }];
    const answer = { code: 'reply_undelivered', detail: '', replies };
    first.flush(answer, { status: 409, statusText: 'Conflict' });
    await eventually(() => document.querySelector('app-confirm-dialog') !== null);
    await settle();
    expect(document.querySelector('app-confirm-dialog')?.textContent).toContain('has not reached the client');
    http.expectNone(url);
    document
      .querySelector('app-confirm-dialog form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    const second = http.expectOne(url);
    expect(second.request.body).toEqual({ force: false, leave_undelivered: true });
    second.flush({ ...ROW, ...row, status: 'open' });
    await settle();
  });

  it.each([
    ['disabled', 'The AI agent is switched off.'],
    ['away', 'The AI agent was last heard of at'],
    ['answers', 'The AI agent answers here.'],
  ])('says who answers while the agent is %s', async (state, said) => {
    const { answer, text, settle } = await openThread();
    await answer('/api/conversations/agent', { state, last_seen_at: '2026-11-20T07:00:00.000Z' });
    await settle();

    expect(text()).toContain(said);
  });
});
