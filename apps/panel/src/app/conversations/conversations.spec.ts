import type { TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { ConversationDto, EventDto, Role } from '@groupless/shared-dto';
import { ROW, signedIn } from '../../testing/conversations';
import { eventually, render, type } from '../../testing/render';
import { LiveEvents } from '../data/live-events';
import { Conversations } from './conversations';

/** jsdom lays nothing out: the list gets a height here. */
beforeAll(() => {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 760 });
  }
  HTMLElement.prototype.scrollTo = () => undefined;
});

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;
const row = (id: string, minute: number, more: Partial<ConversationDto> = {}): ConversationDto => ({
  ...ROW,
  id,
  contact_name: `Client ${id}`,
  last_message_at: at(minute),
  updated_at: at(minute),
  ...more,
});

interface Opened {
  role?: Role;
}

async function openList(rows: ConversationDto[], { role = 'operator' }: Opened = {}) {
  let tell: (id: string | null) => void = () => undefined;
  const events = {
    onEvent: (_: unknown, handler: (event: EventDto) => void) =>
      (tell = (id) => handler({ type: id === null ? 'resync' : 'conversation.updated', id, at: '' })),
  };
  const rendered = await render(Conversations, {
    routes: [{ path: '**', children: [] }],
    providers: [signedIn(role), { provide: LiveEvents, useValue: events }],
  });
  const { http, fixture, findAll } = rendered;
  const press = (name: string) =>
    findAll('button')
      .find((one) => one.textContent?.trim() === name)
      ?.click();
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      fixture.detectChanges();
    }
  };
  const listed = (shown: ConversationDto[]) =>
    http
      .expectOne(({ url }) => url === '/api/conversations')
      .flush({ items: shown, next_cursor: null, total: shown.length, total_is_exact: true });
  listed(rows);
  await settle();
  const names = () => findAll('app-conversation-row .name').map(({ textContent }) => textContent?.trim());
  return { ...rendered, settle, names, listed, press, tell: (id: string | null) => tell(id) };
}

describe('the list of conversations', () => {
  it('says who wrote what, when, and how much is unread', async () => {
    const { find, text } = await openList([
      row('1', 30, { unread_count: 3, last_message_role: 'assistant', status: 'needs_human' }),
    ]);

    expect(find('app-conversation-row a').getAttribute('href')).toBe('/conversations/1');
    expect(text()).toContain('AI: Hello');
    expect(text()).toContain('3 unread messages');
    expect(text()).toContain('Needs a human');
    expect(text()).toContain('Website');
    expect(find('app-conversation-row time').getAttribute('datetime')).toBe(at(30));
    find('app-conversation-row time').dispatchEvent(new Event('pointerenter'));
    expect(find('app-conversation-row time').title).toContain('2026');
  });

  it('says of words of the team by whom they were reported, where they did not come from the panel', async () => {
    const { text } = await openList([
      row('1', 30, { last_message_role: 'operator', last_message_reported_by: 'Voice platform' }),
      row('2', 20, { last_message_role: 'operator' }),
    ]);

    expect(text()).toContain('reported by Voice platform: Hello');
    expect(text()).toContain('Team: Hello');
  });

  it('calls who gave no name by the number, with the spaces of its country', async () => {
    const { names, fixture } = await openList([row('1', 30, { contact_name: null })]);
    await eventually(() => {
      fixture.detectChanges();
      return names()[0] !== ROW.contact_phone;
    });

    expect(names()).toEqual(['+1 212 555 0123']);
  });

  it('shows hostile names and messages as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { element, text } = await openList([
      row('1', 30, { contact_name: hostile, last_message_preview: hostile }),
    ]);

    expect(text().split(hostile)).toHaveLength(3);
    expect(element.querySelector('app-conversation-row img')).toBeNull();
  });

  it('puts a conversation with a new message first', async () => {
    const { names, tell, listed, settle } = await openList([row('1', 30), row('2', 20)]);
    tell('2');
    await settle();
    listed([row('2', 40), row('1', 30)]);
    await settle();

    expect(names()).toEqual(['Client 2', 'Client 1']);
  });

  it('reads the list at most once a second, however much is told', async () => {
    const { tell, listed, http, settle } = await openList([row('1', 30)]);
    tell('1');
    await settle();
    listed([row('1', 31)]);
    for (let told = 0; told < 20; told++) tell(String(told));
    await settle();

    http.expectNone(({ url }) => url === '/api/conversations');
  });

  it('keeps what it shows when the list cannot be read again', async () => {
    const { names, tell, http, settle, text } = await openList([row('1', 30)]);
    tell(null);
    await settle();
    http
      .expectOne(({ url }) => url === '/api/conversations')
      .flush({ code: 'too_many_requests' }, { status: 429, statusText: 'Too many' });
    await settle();

    expect(names()).toEqual(['Client 1']);
    expect(text()).toContain('The list could not be loaded.');
  });

  it.each([
    ['the API fails', { status: 500, statusText: 'Fault' }, 'Something went wrong on the server'],
    ['there is no connection', null, 'The server does not answer.'],
  ])('says that messages could not be searched where %s, and tries again', async (_, answer, cause) => {
    const { find, findAll, http, listed, settle, press } = await openList([row('1', 30)]);
    const field = find('input[type=search]') as HTMLInputElement;
    const asked = async () => {
      let requests: TestRequest[] = [];
      await eventually(() => (requests = http.match(({ url }) => url.endsWith('/messages'))).length > 0);
      return requests[0]!;
    };
    type(field, 'marimba');
    const first = await asked();
    if (answer === null) first.error(new ProgressEvent('error'));
    else first.flush({ code: 'internal_error', detail: 'Something went wrong.' }, answer);
    listed([row('1', 30)]);
    await settle();
    expect(find('app-message-hits [role=alert]').textContent).toContain(cause);
    expect(field.value).toBe('marimba');

    press('Try again');
    const again = await asked();
    expect(again.request.params.get('q')).toBe('marimba');
    const hit = { message_id: 1, conversation_id: 'c1', contact_name: 'Noted Nino', timestamp: at(30) };
    const items = [{ ...hit, contact_phone: null, chat_id: 'chat-1', excerpt: 'a marimba' }];
    again.flush({ items, next_cursor: null, total: 1, total_is_exact: true });
    await settle();

    expect(findAll('app-message-hits [role=alert]')).toEqual([]);
    expect(find('app-message-hits a').textContent).toContain('Noted Nino');
    expect(field.value).toBe('marimba');
  });

  it('has the messages with the searched words as they come', async () => {
    const { find, findAll, http, listed, press, settle, tell } = await openList([row('1', 30)]);
    type(find('input[type=search]') as HTMLInputElement, 'Sommerfest');
    const answer = async (ids: number[], next_cursor: string | null = null) => {
      let requests: TestRequest[] = [];
      await eventually(() => (requests = http.match(({ url }) => url.endsWith('/messages'))).length > 0);
      const hit = { conversation_id: '1', contact_name: 'Ada', contact_phone: null, chat_id: 'chat-1' };
      const items = ids.map((message_id) => ({
        ...hit,
        message_id,
        timestamp: at(30),
        excerpt: 'Sommerfest',
      }));
      requests[0]?.flush({ items, next_cursor, total: 3, total_is_exact: true });
      await settle();
    };
    await answer([]);
    listed([row('1', 30)]);
    await settle();
    tell('1');
    await answer([7, 8], 'next');
    expect(find('app-message-hits h2').textContent).toBe('In messages · 3');
    press('More');
    await answer([9]);
    expect(findAll('app-message-hits li')).toHaveLength(3);
  });

  it('shows those of nobody although a colleague was chosen: the tab says whose they are', async () => {
    const olga = { id: 'u2', name: 'Olga' };
    const { names, listed, settle, http } = await openList([row('1', 30, { assigned_to: olga })]);
    const router = TestBed.inject(Router);
    await router.navigate([], { queryParams: { person: 'u2' } });
    await settle();
    listed([row('1', 30, { assigned_to: olga })]);
    await router.navigate([], { queryParams: { tab: 'unassigned' }, queryParamsHandling: 'merge' });
    await settle();
    for (const { request } of http.match(({ url }) => url === '/api/conversations'))
      expect(request.params.get('assigned_to')).toBe('none');
    expect(router.url).toContain('tab=unassigned');
    expect(router.url).not.toContain('person');
    expect(names()).toEqual([]);
  });

  it('says what it is for where there is nothing', async () => {
    const { text } = await openList([]);

    expect(text()).toContain('No conversations yet');
  });
});
