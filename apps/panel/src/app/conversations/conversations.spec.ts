import { BreakpointObserver } from '@angular/cdk/layout';
import type { TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { ConversationDto, EventDto, Role } from '@groupless/shared-dto';
import { of } from 'rxjs';
import { ROW, signedIn } from '../../testing/conversations';
import { eventually, render, type } from '../../testing/render';
import { LiveEvents } from '../data/live-events';
import { ConversationCounts } from './conversation-counter';
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
  /** How many need a human; null: that is not known yet. */
  needs_human?: number | null;
  /** The screen has room for a list and what is open of it. */
  isRoomy?: boolean;
}

const countsOf = (needs_human: number) =>
  ({ attention: 9, needs_human, unread: 4, mine: 1, waiting: 2, waiting_since: null }) as const;

async function openList(
  rows: ConversationDto[],
  { role = 'operator', needs_human = 0, isRoomy = false }: Opened = {},
) {
  let tell: (id: string | null) => void = () => undefined;
  const events = {
    onEvent: (_: unknown, handler: (event: EventDto) => void) =>
      (tell = (id) => handler({ type: id === null ? 'resync' : 'conversation.updated', id, at: '' })),
  };
  const rendered = await render(Conversations, {
    routes: [{ path: '**', children: [] }],
    providers: [
      signedIn(role),
      { provide: LiveEvents, useValue: events },
      { provide: BreakpointObserver, useValue: { observe: () => of({ matches: isRoomy, breakpoints: {} }) } },
    ],
  });
  const { http, fixture, findAll } = rendered;
  const counted = (count: number) => {
    TestBed.inject(ConversationCounts).value.set(countsOf(count));
    TestBed.inject(ConversationCounts).isAsked.set(true);
  };
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
  if (needs_human === null) await settle();
  else {
    counted(needs_human);
    await settle();
    listed(rows);
    await settle();
  }
  const names = () => findAll('app-conversation-row .name').map(({ textContent }) => textContent?.trim());
  return { ...rendered, settle, names, listed, counted, press, tell: (id: string | null) => tell(id) };
}

/** A request for the list, and how it is answered. */
function asTold(asked: TestRequest) {
  const flush = (items: ConversationDto[]) =>
    asked.flush({ items, next_cursor: null, total: items.length, total_is_exact: true });
  return { request: asked.request, flush };
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

  it('begins with those that need somebody, the first of them open, where there are some', async () => {
    const { http, counted, settle, names, findAll } = await openList([], {
      needs_human: null,
      isRoomy: true,
    });
    http.expectNone(({ url }) => url === '/api/conversations');
    counted(2);
    await settle();
    const { request, flush } = asTold(http.expectOne(({ url }) => url === '/api/conversations'));
    expect(request.params.get('status')).toBe('needs_human');
    flush([row('1', 30, { status: 'needs_human' }), row('2', 20, { status: 'needs_human' })]);
    await settle();

    expect(names()).toEqual(['Client 1', 'Client 2']);
    expect(TestBed.inject(Router).url).toBe('/1');
    expect(findAll('.tabs a').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Needs you 2',
      'Unread 4',
      'Mine 1',
      'All',
    ]);

    // Who has answered all stays where the others were.
    counted(0);
    await settle();
    expect(findAll('.tabs .active').map(({ textContent }) => textContent?.trim())).toEqual(['Needs you']);
  });

  it('begins with all where nobody is needed, and opens none of them: to open is to have read', async () => {
    const { findAll } = await openList([row('1', 30, { unread_count: 1 })]);

    expect(findAll('.tabs .active').map(({ textContent }) => textContent?.trim())).toEqual(['All']);
    expect(TestBed.inject(Router).url).toBe('/');
  });

  it('has the rarer lists, the order, the channel and the colleague in one menu, and says what is chosen', async () => {
    const { press, listed, settle, http, find, findAll } = await openList([row('1', 30)]);
    find('app-list-filters .line button[aria-label="Filters and order"]').click();
    await settle();
    http.expectOne('/api/conversations/assignees').flush([{ id: 'u2', name: 'Olga' }]);
    await settle();
    const items = [...document.querySelectorAll<HTMLElement>('[cdkMenu] .menu-item')];
    const item = (name: string) => items.find((one) => one.textContent?.trim() === name)!;
    expect(items.map(({ textContent }) => textContent?.trim())).toEqual(
      expect.arrayContaining(['Unassigned', 'Closed', 'Longest wait first', 'Website', 'Olga']),
    );
    item('Closed').click();
    await settle();
    const closed = http.expectOne(({ url }) => url === '/api/conversations');
    expect(closed.request.params.get('status')).toBe('closed');
    closed.flush({ items: [], next_cursor: null, total: 0, total_is_exact: true });
    await settle();
    expect(findAll('.tabs .active').map(({ textContent }) => textContent?.trim())).toEqual(['All']);
    expect(findAll('app-list-filters .chip').map(({ textContent }) => textContent?.trim())).toEqual([
      'Closed',
    ]);
    press('Closed');
    await settle();
    listed([row('1', 30)]);
    await settle();
    expect(findAll('app-list-filters .chip')).toEqual([]);
    expect(TestBed.inject(Router).url).toBe('/?tab=all');
  });

  it('says what it is for where there is nothing', async () => {
    const { text } = await openList([]);

    expect(text()).toContain('No conversations yet');
  });
});
