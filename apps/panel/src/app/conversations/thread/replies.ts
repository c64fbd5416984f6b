import { effect, inject, Injectable, signal } from '@angular/core';
import { toProblem } from '../../http/problem';
import { Session } from '../../session/session';
import { ConversationsApi, type MessageDto } from '../conversations-api';

/** A reply that the API has not confirmed. */
export interface Unsent {
  key: number;
  text: string;
  state: 'sending' | 'failed';
  /** Why it failed; '' where no answer came. */
  cause: string;
  /** The newest message that was known when it was written. */
  after_id: number;
}

interface Kept {
  draft: string;
  unsent: readonly Unsent[];
}

const NOTHING: Kept = { draft: '', unsent: [] };

/** What is being written in each conversation. Kept in this tab, over a reload too, for its user alone. */
@Injectable({ providedIn: 'root' })
export class Replies {
  private readonly api = inject(ConversationsApi);
  private readonly user_id = inject(Session).user_id;
  private readonly kept = signal<Readonly<Record<string, Kept>>>({});
  /** By conversation: the delivery that the next one waits for, and whether it succeeded. */
  private readonly deliveries = new Map<string, Promise<boolean>>();
  private lastKey = Date.now();
  private owner: string | null = null;

  constructor() {
    effect(() => {
      const [user_id, kept] = [this.user_id(), this.kept()];
      if (user_id === this.owner) this.store(kept);
      else this.restore(user_id);
    });
  }

  of(conversation_id: string): Kept {
    return this.kept()[conversation_id] ?? NOTHING;
  }

  draft(conversation_id: string, draft: string): void {
    this.update(conversation_id, (before) => ({ ...before, draft }));
  }

  /** Sends what is written; null: it failed, and stays. */
  send(conversation_id: string, afterId: number): Promise<MessageDto | null> {
    const text = this.of(conversation_id).draft;
    const reply: Unsent = { key: ++this.lastKey, text, state: 'sending', cause: '', after_id: afterId };
    this.update(conversation_id, ({ unsent }) => ({ draft: '', unsent: [...unsent, reply] }));
    return this.deliver(conversation_id, reply);
  }

  /**
   * Sends a failed reply again, unless it is among the messages: its confirmation may have been lost.
   * @param readMessages as they are now
   */
  async retry(
    conversation_id: string,
    { key }: Unsent,
    readMessages: () => Promise<readonly MessageDto[]>,
  ): Promise<MessageDto | null> {
    const reply = this.of(conversation_id).unsent.find((one) => one.key === key);
    // Sent again by the same double click, or taken back.
    if (reply?.state !== 'failed') return null;
    this.replace(conversation_id, { ...reply, state: 'sending' });
    const messages = await readMessages();
    const arrived = messages.find(
      ({ id, role, message }) => id > reply.after_id && role === 'operator' && message === reply.text,
    );
    if (arrived !== undefined) {
      this.discard(conversation_id, reply);
      return arrived;
    }
    return this.deliver(conversation_id, reply);
  }

  /** Back into the field, to be changed. */
  takeBack(conversation_id: string, reply: Unsent): void {
    this.discard(conversation_id, reply);
    const { draft } = this.of(conversation_id);
    this.draft(conversation_id, draft === '' ? reply.text : `${reply.text}\n${draft}`);
  }

  discard(conversation_id: string, { key }: Unsent): void {
    this.update(conversation_id, ({ draft, unsent }) => ({
      draft,
      unsent: unsent.filter((one) => one.key !== key),
    }));
  }

  /** One after the other, so that they arrive in their order. Behind one that failed the others wait with it. */
  private async deliver(conversation_id: string, reply: Unsent): Promise<MessageDto | null> {
    const before = this.deliveries.get(conversation_id);
    const delivery = this.deliverAfter(before, conversation_id, reply);
    const settled = delivery.then((message) => message !== null);
    this.deliveries.set(conversation_id, settled);
    const message = await delivery;
    if (this.deliveries.get(conversation_id) === settled) this.deliveries.delete(conversation_id);
    return message;
  }

  private async deliverAfter(
    before: Promise<boolean> | undefined,
    conversation_id: string,
    reply: Unsent,
  ): Promise<MessageDto | null> {
    if (before !== undefined && !(await before)) {
      this.replace(conversation_id, { ...reply, state: 'failed' });
      return null;
    }
    try {
      const message = await this.api.reply(conversation_id, reply.text);
      this.discard(conversation_id, reply);
      return message;
    } catch (error) {
      this.replace(conversation_id, { ...reply, state: 'failed', cause: toProblem(error).message });
      return null;
    }
  }

  private replace(conversation_id: string, reply: Unsent): void {
    this.update(conversation_id, ({ draft, unsent }) => ({
      draft,
      unsent: unsent.map((one) => (one.key === reply.key ? reply : one)),
    }));
  }

  private update(conversation_id: string, change: (before: Kept) => Kept): void {
    const { [conversation_id]: before = NOTHING, ...others } = this.kept();
    const after = change(before);
    const isEmpty = after.draft === '' && after.unsent.length === 0;
    this.kept.set(isEmpty ? others : { ...others, [conversation_id]: after });
  }

  /** Whoever leaves takes along what was written. */
  private restore(user_id: string | null): void {
    const [before, after] = [keyOf(this.owner), keyOf(user_id)];
    if (before !== null) attempt(() => sessionStorage.removeItem(before));
    this.owner = user_id;
    const stored = after === null ? null : attempt(() => sessionStorage.getItem(after));
    this.kept.set(withNothingUnderway(JSON.parse(stored ?? '{}') as Record<string, Kept>));
  }

  private store(kept: Readonly<Record<string, Kept>>): void {
    const key = keyOf(this.owner);
    if (key !== null) attempt(() => sessionStorage.setItem(key, JSON.stringify(kept)));
  }
}

function keyOf(user_id: string | null): string | null {
  return user_id === null ? null : `groupless.replies.${user_id}`;
}

/** What was on its way when the page was left may have arrived or not. */
function withNothingUnderway(kept: Record<string, Kept>): Record<string, Kept> {
  return Object.fromEntries(
    Object.entries(kept).map(([id, { draft, unsent }]) => [
      id,
      { draft, unsent: unsent.map((reply) => ({ ...reply, state: 'failed' as const })) },
    ]),
  );
}

/** A browser that stores nothing keeps it as long as the page. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
