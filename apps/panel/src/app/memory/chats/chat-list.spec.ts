import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { ChatList } from './chat-list';

const chat = (chat_id: string) => ({
  chat_id,
  contact_name: null,
  contact_phone: null,
  last_message_at: '2026-11-01T09:00:00.000Z',
  last_message_role: 'user',
  last_message_preview: 'Hello',
});

beforeAll(layOut);
afterEach(clearPage);

describe('the chats', () => {
  it('are those of assistants, called by their projects', async () => {
    const { findAll, http, settle } = await startScreen(ChatList, {});
    http
      .expectOne(({ params }) => params.get('without_customers') === 'true')
      .flush(pageOf([chat('project:example.org/website')]));
    await settle();
    await settle();

    expect(findAll('.row.body .cell:first-child').map(line)).toEqual(['example.org/website']);
  });
});
