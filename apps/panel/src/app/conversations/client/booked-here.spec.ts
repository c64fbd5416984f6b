import { TestBed } from '@angular/core/testing';
import type { ConversationDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { Problem } from '../../http/problem';
import { Formats } from '../../i18n/formats';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import { Toasts } from '../../ui/toasts/toasts';
import { ROW } from '../../../testing/conversations';
import { anAppointment } from '../../../testing/appointments';
import { BookedHere } from './booked-here';

const CHAT: ConversationDto = { ...ROW, chat_id: 'chat-9' };
const OF_EVA = { client_id: 'eva', client: { id: 'eva', name: 'Eva' } };
const OF_FRITZ = { client_id: 'fritz', client: { id: 'fritz', name: 'Fritz' } };
const FRITZ = { id: 'fritz', name: 'Fritz' };

function start({ says, items, fails }: { says: boolean; items: object[]; fails?: 'list' | 'change' }) {
  const asked: Question[] = [];
  const read: unknown[] = [];
  const changed: [string, object][] = [];
  const broken = new Problem(503, { detail: 'Away' });
  TestBed.configureTestingModule({
    providers: [
      { provide: Formats, useValue: {} },
      {
        provide: Api,
        useValue: {
          get: (url: string, query: object) => {
            read.push([url, query]);
            return fails === 'list' ? Promise.reject(broken) : Promise.resolve({ items });
          },
          patch: (url: string, patch: object) => {
            changed.push([url, patch]);
            return fails === 'change' ? Promise.reject(broken) : Promise.resolve();
          },
        },
      },
      {
        provide: Confirm,
        useValue: {
          ask: (question: Question) => {
            asked.push(question);
            return Promise.resolve(says);
          },
        },
      },
    ],
  });
  const shown = () =>
    TestBed.inject(Toasts)
      .shown()
      .map(({ text }) => text);
  return { offer: () => TestBed.inject(BookedHere).offer(CHAT, FRITZ), asked, read, changed, shown };
}

describe('what was booked in a chat that is tied to another client', () => {
  const items = [anAppointment({ id: 'a1', ...OF_EVA }), anAppointment({ id: 'a2', ...OF_FRITZ })];

  it('moves to that client where somebody says so, but for what is theirs already', async () => {
    const { offer, asked, read, changed, shown } = start({ says: true, items });
    await offer();
    expect(read).toEqual([
      ['/api/appointments', expect.objectContaining({ chat_id: 'chat-9', status: 'pending,confirmed' })],
    ]);
    expect(asked.map(({ params }) => params)).toEqual([{ count: 1, before: 'Eva', name: 'Fritz' }]);
    expect(changed).toEqual([['/api/appointments/a1', { client_id: 'fritz' }]]);
    expect(shown()).toEqual(['conversations.move_bookings.done']);
  });

  it('stays where somebody says no', async () => {
    const { offer, changed, shown } = start({ says: false, items });
    await offer();
    expect([changed, shown()]).toEqual([[], []]);
  });

  it('is not asked about where there is nothing, or where it cannot be read', async () => {
    const none = start({ says: true, items: items.slice(1) });
    await none.offer();
    expect(none.asked).toEqual([]);
    TestBed.resetTestingModule();
    const away = start({ says: true, items, fails: 'list' });
    await away.offer();
    expect([away.asked, away.shown()]).toEqual([[], []]);
  });

  it('is said to have stayed where moving it fails', async () => {
    const { offer, shown } = start({ says: true, items, fails: 'change' });
    await offer();
    expect(shown()).toEqual(['conversations.move_bookings.failed']);
  });
});
