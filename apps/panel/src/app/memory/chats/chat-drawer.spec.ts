import { Router } from '@angular/router';
import { TestBed } from '@angular/core/testing';
import { clearPage, layOut, pageOf, startScreen } from '../../../testing/memory';
import { ChatDrawer } from './chat-drawer';

const open = (conversations: { id: string; chat_id: string }[]) =>
  startScreen(
    ChatDrawer,
    { '/api/conversations': pageOf(conversations) },
    { role: 'viewer', inputs: { chat_id: 'chat-1' } },
  );

beforeAll(layOut);
afterEach(clearPage);

describe('a chat', () => {
  it('of a customer leads on to its conversation', async () => {
    const { settle } = await open([{ id: 'c2', chat_id: 'chat-1' }]);
    await settle();

    expect(TestBed.inject(Router).url).toBe('/conversations/c2');
  });

  it('says so where it has no conversation', async () => {
    const { text } = await open([]);

    expect(text()).toContain('No conversation belongs to this chat');
  });
});
