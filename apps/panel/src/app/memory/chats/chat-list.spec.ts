import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { ChatList } from './chat-list';

const chat = (chat_id: string, contact_name: string | null, contact_phone: string | null) => ({
  chat_id,
  contact_name,
  contact_phone,
  last_message_at: '2026-11-01T09:00:00.000Z',
  last_message_role: 'user',
  last_message_preview: 'Hello',
});

beforeAll(layOut);
afterEach(clearPage);

describe('the chats', () => {
  it('are called by who writes there, else by their ids', async () => {
    const rows = [
      chat('chat-3', 'Ada Wren', '+12125550123'),
      chat('chat-1', null, '+12125550123'),
      chat('project:example.org/website', null, null),
    ];
    const { findAll } = await startScreen(ChatList, { '/api/memory/chats': pageOf(rows) });

    expect(findAll('.row.body .cell:first-child').map(line)).toEqual([
      'Ada Wren chat-3',
      expect.stringMatching(/^\+1.* chat-1$/),
      'project:example.org/website',
    ]);
  });
});
