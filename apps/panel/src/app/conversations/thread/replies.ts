import { inject, Injectable } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { isProblem, toProblem, type Problem } from '../../http/problem';
import { keptDrafts, keptTexts } from '../../session/drafts';
import { ConversationsApi, type MessageDto } from '../conversations-api';
import { Days } from './days';

/** A reply that the API has not confirmed. */
export interface Unsent {
  /** The same each time it is sent, as `Idempotency-Key`. */
  key: string;
  text: string;
  state: 'sending' | 'failed';
  /** Why it failed; '' where no answer came. */
  cause: string;
}

/** Whether it was done: a colleague's is taken after a question. */
type TakeOver = () => Promise<boolean>;

/** What is being written in each conversation. */
@Injectable({ providedIn: 'root' })
export class Replies {
  private readonly api = inject(ConversationsApi);
  private readonly days = inject(Days);
  private readonly transloco = inject(TranslocoService);
  private readonly drafts = keptTexts('reply-texts');
  private readonly unsent = keptDrafts<Readonly<Record<string, readonly Unsent[]>>>(
    'unsent',
    {},
    (unsent) => Object.keys(unsent).length === 0,
  );
  /** By conversation: the delivery that the next one waits for, and whether it succeeded. */
  private readonly deliveries = new Map<string, Promise<boolean>>();

  constructor() {
    this.unsent.update(withNothingUnderway);
  }

  draftOf(conversation_id: string): string {
    return this.drafts.of(conversation_id);
  }

  unsentOf(conversation_id: string): readonly Unsent[] {
    return this.unsent()[conversation_id] ?? [];
  }

  draft(conversation_id: string, draft: string): void {
    this.drafts.set(conversation_id, draft);
  }

  /** Sends what is written, and takes over for that where somebody else answers; null: it failed, and stays. */
  send(conversation_id: string, takeOver: TakeOver): Promise<MessageDto | null> {
    const text = this.draftOf(conversation_id);
    const reply: Unsent = { key: newKey(), text, state: 'sending', cause: '' };
    this.draft(conversation_id, '');
    this.update(conversation_id, (unsent) => [...unsent, reply]);
    return this.deliver(conversation_id, reply, takeOver);
  }

  /** Sends a failed reply again. One that had arrived, though its confirmation was lost, is not stored twice: see `key`. */
  async retry(conversation_id: string, { key }: Unsent, takeOver: TakeOver): Promise<MessageDto | null> {
    const reply = this.unsentOf(conversation_id).find((one) => one.key === key);
    // Sent again by the same double click, or taken back.
    if (reply?.state !== 'failed') return null;
    this.replace(conversation_id, { ...reply, state: 'sending' });
    return this.deliver(conversation_id, reply, takeOver);
  }

  /** Back into the field, to be changed. */
  takeBack(conversation_id: string, reply: Unsent): void {
    this.discard(conversation_id, reply);
    const draft = this.draftOf(conversation_id);
    this.draft(conversation_id, draft === '' ? reply.text : `${reply.text}\n${draft}`);
  }

  discard(conversation_id: string, { key }: Unsent): void {
    this.update(conversation_id, (unsent) => unsent.filter((one) => one.key !== key));
  }

  /** One after the other, so that they arrive in their order. Behind one that failed the others wait with it. */
  private async deliver(
    conversation_id: string,
    reply: Unsent,
    takeOver: TakeOver,
  ): Promise<MessageDto | null> {
    const before = this.deliveries.get(conversation_id);
    const delivery = this.deliverAfter(before, conversation_id, reply, takeOver);
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
    takeOver: TakeOver,
  ): Promise<MessageDto | null> {
    if (before !== undefined && !(await before)) {
      this.replace(conversation_id, { ...reply, state: 'failed' });
      return null;
    }
    try {
      const send = () => this.api.reply(conversation_id, reply.text, reply.key);
      const message = await send().catch(async (error: unknown) => {
        if (!isProblem(error, 'not_taken_over') || !(await takeOver())) throw error;
        return send();
      });
      this.discard(conversation_id, reply);
      return message;
    } catch (error) {
      this.replace(conversation_id, { ...reply, state: 'failed', cause: this.causeOf(toProblem(error)) });
      return null;
    }
  }

  private causeOf({ code, answer: { name = '', since }, message }: Problem): string {
    if (code !== 'taken_by') return message;
    const at = since === undefined ? '' : this.days.short(since, Date.now());
    return this.transloco.translate('conversations.taken.reply', { name, at });
  }

  private replace(conversation_id: string, reply: Unsent): void {
    this.update(conversation_id, (unsent) => unsent.map((one) => (one.key === reply.key ? reply : one)));
  }

  private update(conversation_id: string, change: (before: readonly Unsent[]) => readonly Unsent[]): void {
    const { [conversation_id]: before = [], ...others } = this.unsent();
    const after = change(before);
    this.unsent.set(after.length === 0 ? others : { ...others, [conversation_id]: after });
  }
}

/** What was on its way when the page was left may have arrived or not. */
function withNothingUnderway(
  kept: Readonly<Record<string, readonly Unsent[]>>,
): Readonly<Record<string, readonly Unsent[]>> {
  return Object.fromEntries(
    Object.entries(kept).map(([id, unsent]) => [
      id,
      unsent.map((reply) => ({ ...reply, state: 'failed' as const })),
    ]),
  );
}

/** Not `randomUUID()`, which browsers have for HTTPS alone. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
