import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import type { MessageHitDto } from '@groupless/shared-dto';
import { ROW } from '../../testing/conversations';
import { conversationCommands } from './conversation-commands';
import { ConversationsApi } from './conversations-api';

const HIT: MessageHitDto = {
  ...{ message_id: 7, conversation_id: 'c1', chat_id: 'chat-1', role: 'user' },
  ...{ name: 'Krone Karin', contact_name: null, contact_phone: null, timestamp: ROW.created_at },
  ...{ excerpt: 'Meine <mark>Keramikkrone</mark> wackelt', is_corrected: false },
};

const until = new AbortController().signal;

function commands() {
  const asked: string[] = [];
  const listed = (what: string, found: object[]) => (wanted: unknown) => {
    asked.push(`${what} ${String(wanted)}`);
    return Promise.resolve(found);
  };
  const api = {
    search: listed('search', [ROW]),
    searchMessages: listed('messages', [HIT]),
    listInNeed: listed('in need', []),
  };
  const went: unknown[] = [];
  const router = { navigate: (...to: unknown[]) => void went.push(to) };
  TestBed.configureTestingModule({
    providers: [
      { provide: ConversationsApi, useValue: api },
      { provide: Router, useValue: router },
    ],
  });
  return { source: TestBed.runInInjectionContext(conversationCommands), asked, went };
}

describe('what the palette finds of conversations', () => {
  it('is what a customer wrote, by the name, and leads to the message', async () => {
    const { source, went } = commands();
    const [, hit] = await source.find('Keramikkrone', until);
    expect(hit).toMatchObject({ label: 'Krone Karin', hint: 'Meine Keramikkrone wackelt' });
    hit?.run();
    expect(went).toEqual([
      [['/conversations', 'c1'], { queryParams: { message: '7', found: 'Keramikkrone' } }],
    ]);
  });

  it('is who needs a person where nothing is typed, and no messages for a single letter', async () => {
    const { source, asked } = commands();
    await source.find('', until);
    await source.find('K', until);
    expect(asked).toEqual(['in need 5', 'search K']);
  });
});
