import type { ConversationDto, Role } from '@groupless/shared-dto';
import { ROW, signedIn } from '../../testing/conversations';
import { render } from '../../testing/render';
import { LiveEvents } from '../http/live-events';
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
  has_more?: boolean;
}

async function openList(rows: ConversationDto[], { role = 'operator', has_more = false }: Opened = {}) {
  let tell: (id: string | null) => void = () => undefined;
  const events = {
    onEvent: (_: unknown, handler: (event: { id: string | null }) => void) =>
      (tell = (id) => handler({ id })),
  };
  const rendered = await render(Conversations, {
    routes: [{ path: '**', children: [] }],
    providers: [signedIn(role), { provide: LiveEvents, useValue: events }],
  });
  const { http, fixture, findAll } = rendered;
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      fixture.detectChanges();
    }
  };
  const next_cursor = has_more ? 'more' : null;
  http
    .expectOne(({ url }) => url === '/api/conversations')
    .flush({ items: rows, next_cursor, total: rows.length, total_is_exact: !has_more });
  await settle();
  const names = () => findAll('app-conversation-row .name').map(({ textContent }) => textContent?.trim());
  return { ...rendered, settle, names, tell: (id: string | null) => tell(id) };
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
    expect(find('app-conversation-row time').getAttribute('datetime')).toBe(at(30));
    find('app-conversation-row time').dispatchEvent(new Event('pointerenter'));
    expect(find('app-conversation-row time').title).toContain('2026');
  });

  it('shows hostile names and messages as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { element, text } = await openList([
      row('1', 30, { contact_name: hostile, last_message_preview: hostile }),
    ]);

    expect(text().split(hostile)).toHaveLength(3);
    expect(element.querySelector('app-conversation-row img')).toBeNull();
  });

  it('puts a conversation with a new message first, and reads it alone', async () => {
    const { names, tell, http, settle } = await openList([row('1', 30), row('2', 20)]);
    tell('2');
    http.expectOne('/api/conversations/2').flush(row('2', 40));
    await settle();

    expect(names()).toEqual(['Client 2', 'Client 1']);
    http.expectNone(({ url }) => url === '/api/conversations');
  });

  it('takes in a conversation that is new', async () => {
    const { names, tell, http, settle } = await openList([row('1', 30)]);
    tell('9');
    http.expectOne('/api/conversations/9').flush(row('9', 31));
    await settle();

    expect(names()).toEqual(['Client 9', 'Client 1']);
  });

  it('leaves out one that belongs to a later page', async () => {
    const { names, tell, http, settle } = await openList([row('1', 30)], { has_more: true });
    tell('9');
    http.expectOne('/api/conversations/9').flush(row('9', 10));
    await settle();

    expect(names()).toEqual(['Client 1']);
  });

  it('reads once more, not again and again, when much is told of one conversation', async () => {
    const { tell, http, settle } = await openList([row('1', 30)]);
    for (let told = 0; told < 5; told++) tell('1');
    http.expectOne('/api/conversations/1').flush(row('1', 31));
    await settle();
    http.expectOne('/api/conversations/1').flush(row('1', 32));
    await settle();

    expect(http.match('/api/conversations/1')).toEqual([]);
  });

  it('reads the whole list again after a gap', async () => {
    const { tell, http } = await openList([row('1', 30)]);
    tell(null);

    http.expectOne(({ url }) => url === '/api/conversations');
  });

  it('says what it is for where there is nothing', async () => {
    const { text } = await openList([]);

    expect(text()).toContain('No conversations yet');
  });
});
