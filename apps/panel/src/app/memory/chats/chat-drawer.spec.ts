import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { ChatDrawer } from './chat-drawer';

const CONVERSATIONS = '/api/conversations';
const open = (conversations: { id: string; chat_id: string; contact_name?: string }[]) =>
  startScreen(
    ChatDrawer,
    {
      [CONVERSATIONS]: pageOf(conversations),
      [`${CONVERSATIONS}/c2/messages`]: {
        items: [{ id: 1, role: 'user', message: '<b>Hello</b>', timestamp: '2026-11-01T09:00:00.000Z' }],
        next_before: null,
      },
    },
    { role: 'viewer', inputs: { chat_id: 'chat-1' } },
  );

beforeAll(layOut);
afterEach(clearPage);

describe('a chat', () => {
  it('shows the messages of its own conversation, and leads there', async () => {
    const { findAll, find, settle } = await open([{ id: 'c2', chat_id: 'chat-1' }]);
    await settle();

    expect(find('.to a').getAttribute('href')).toBe('/conversations/c2');
    expect(findAll('.bubble').map(line)).toEqual(['<b>Hello</b>']);
  });

  it('is called by who writes there', async () => {
    const { find } = await open([{ id: 'c2', chat_id: 'chat-1', contact_name: 'Ada' }]);

    expect(line(find('h2'))).toBe('Ada');
  });

  it('says so where it has no conversation', async () => {
    const { text } = await open([]);

    expect(text()).toContain('No conversation belongs to this chat');
  });
});
