import { signal } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import type { ProblemDto } from '@groupless/shared-dto';
import { TestBed } from '@angular/core/testing';
import { Problem } from '../../http/problem';
import { Session } from '../../session/session';
import { ConversationsApi, type MessageDto } from '../conversations-api';
import { Days } from './days';
import { eventually } from '../../../testing/render';
import { Replies } from './replies';

function start() {
  const sent: {
    text: string;
    key: string;
    succeed: () => void;
    fail: (status?: number, answer?: Partial<ProblemDto>) => void;
  }[] = [];
  const reply = (_: string, text: string, key: string) =>
    new Promise<MessageDto>((resolve, reject) =>
      sent.push({
        text,
        key,
        succeed: () =>
          resolve({
            id: sent.length,
            role: 'operator',
            message: text,
            timestamp: '',
            author: null,
            delivered_at: null,
            sending: false,
            taken_back_at: null,
            channel: null,
            edited_of: null,
          }),
        fail: (status = 500, answer = {}) => reject(new Problem(status, { detail: 'Away', ...answer })),
      }),
    );
  TestBed.configureTestingModule({
    providers: [
      { provide: ConversationsApi, useValue: { reply } },
      { provide: Session, useValue: { user_id: signal('u1') } },
      { provide: Days, useValue: { short: () => '14:46' } },
      {
        provide: TranslocoService,
        useValue: {
          translate: (key: string, { name, at }: Record<string, string>) => `${key} ${name} ${at}`,
        },
      },
    ],
  });
  const replies = TestBed.inject(Replies);
  TestBed.tick();
  const write = (text: string, conversation = 'c1') => {
    replies.draft(conversation, text);
    return replies.send(conversation, () => Promise.resolve(false));
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const states = () => replies.unsentOf('c1').map(({ text, state }) => [text, state]);
  return { replies, sent, write, settle, states, texts: () => sent.map(({ text }) => text) };
}

describe('the replies', () => {
  afterEach(() => sessionStorage.clear());

  it('that a colleague’s take-over stops say so in words of the panel', async () => {
    const { replies, sent, write, settle } = start();
    void write('At three');
    await settle();
    sent[0]?.fail(409, { code: 'taken_by', name: 'Otto', since: '2026-11-28T13:46:17.040Z' });
    await settle();
    expect(replies.unsentOf('c1')[0]?.cause).toBe('conversations.taken.reply Otto 14:46');
  });

  it('are typed in all tabs of the browser alike, and sent by one', async () => {
    const otherTab = new BroadcastChannel('groupless.drafts.reply-texts.u1');
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    const { replies, write, sent } = start();
    await eventually(() => heard.length > 0);
    otherTab.postMessage({ c1: 'half a sen' });
    await eventually(() => replies.draftOf('c1') === 'half a sen');
    const sending = write('whole');
    await eventually(() => heard.length === 3);
    otherTab.postMessage(null);
    await eventually(() => heard.length === 4);
    sent[0]?.succeed();
    await sending;
    otherTab.close();
    expect(heard).toEqual([null, { c1: 'whole' }, {}, {}]);
  });

  it('of one conversation are sent one after the other, in their order', async () => {
    const { write, sent, settle, texts } = start();
    void write('one');
    void write('two');
    await settle();
    expect(texts()).toEqual(['one']);
    sent[0]?.succeed();
    await settle();

    expect(texts()).toEqual(['one', 'two']);
  });

  it('of two conversations do not wait for each other', async () => {
    const { write, settle, texts } = start();
    void write('one');
    void write('other', 'c2');
    await settle();

    expect(texts()).toEqual(['one', 'other']);
  });

  it('behind one that failed wait for a decision with it', async () => {
    const { write, sent, settle, states, texts } = start();
    void write('one');
    void write('two');
    await settle();
    sent[0]?.fail();
    await settle();

    expect(texts()).toEqual(['one']);
    expect(states()).toEqual([
      ['one', 'failed'],
      ['two', 'failed'],
    ]);
  });

  it('that failed is sent again once, however often that is asked, and not once it was taken back', async () => {
    const { replies, write, sent, settle, texts } = start();
    void write('one');
    await settle();
    sent[0]?.fail();
    await settle();
    const [failed] = replies.unsentOf('c1');
    if (failed === undefined) throw new Error('Nothing is kept.');
    const retry = () => replies.retry('c1', failed, () => Promise.resolve(false));
    void retry();
    void retry();
    await settle();
    sent[1]?.fail();
    await settle();
    expect(texts()).toEqual(['one', 'one']);
    // The API stores a reply with the same key once.
    expect(sent[1]?.key).toBe(sent[0]?.key);

    replies.takeBack('c1', failed);
    await retry();
    expect(texts()).toEqual(['one', 'one']);
  });
});
