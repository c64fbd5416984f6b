import type { CreatedHookDto, EventType } from '@groupless/shared-dto';
import { RowEventsService } from '../../../src/memory/readers/row-events.service';
import { EventsService } from '../../../src/events/events.service';
import { HookDispatcherService } from '../../../src/outbound-webhooks/delivery/hook-dispatcher.service';
import type { ServedApp } from '../apps/served-app';
import { signIn, type SignedInUser } from '../data/panel-users';
import { eventually } from '../data/times';
import { EventReader } from './event-reader';
import { HookReceiver, type ReceivedHook } from './hook-receiver';

/** What a change was told as, each kind once. */
export interface Told {
  live: string[];
  hooks: string[];
  /** What the webhook was sent. */
  messages: readonly ReceivedHook[];
}

/** A program with a webhook that wants everything, which follows the live events beside it. */
export class ToldEvents {
  /** All kinds that the webhook was sent. */
  readonly sent = new Set<string>();
  private marks = 0;

  private constructor(
    private readonly t: ServedApp,
    readonly admin: SignedInUser,
    private readonly receiver: HookReceiver,
    private readonly reader: EventReader,
  ) {}

  /** @param t with `OUTBOUND_PRIVATE`, since the receiver is on this machine */
  static async follow(t: ServedApp): Promise<ToldEvents> {
    const admin = await signIn(t);
    const receiver = await HookReceiver.start();
    const hook = { url: receiver.url, events: ['*'] };
    const { body } = await t.http.post('/api/settings/hooks').set(admin.bearer).send(hook).expect(201);
    receiver.secret = (body as CreatedHookDto).secret;
    return new ToldEvents(t, admin, receiver, await EventReader.open(t.port, admin.bearer));
  }

  /** Waits until all that the change caused has been told. */
  async during(change: () => Promise<unknown>): Promise<Told> {
    await this.settle();
    const [live, hooks] = [this.reader.events.length, this.receiver.received.length];
    await change();
    await this.settle();
    const messages = this.receiver.received.slice(hooks);
    const sent = messages.map(({ type }) => type);
    const heard = this.reader.events.slice(live).filter(({ id }) => !isMark(id));
    for (const type of sent) this.sent.add(type);
    return { live: kindsOf(heard.map(({ type }) => type)), hooks: kindsOf(sent), messages };
  }

  /** Waits for a live event that follows a change later. */
  async heard(type: EventType, id: string | null): Promise<void> {
    await this.reader.next(type, id);
  }

  async close(): Promise<void> {
    this.reader.close();
    await this.receiver.close();
    if (this.receiver.faults.length > 0) throw this.receiver.faults[0];
  }

  private async settle(): Promise<void> {
    const events = this.t.app.get(EventsService);
    const rows = this.t.app.get(RowEventsService);
    await eventually(() => rows['telling'].size === 0 && events['outbox'].dueAtMs === null);
    // It arrives after all that was sent before.
    const mark = `mark-${++this.marks}`;
    events.announce('user.updated', mark);
    await this.reader.next('user.updated', mark);
    await eventually(async () => {
      this.t.app.get(HookDispatcherService).wake();
      return (await this.countDue()) === 0;
    });
  }

  /** What is in the outboxes, and what was made of it and has not arrived. */
  private async countDue(): Promise<number> {
    const count = async (database: 'panel' | 'memory', table: string) => {
      const sql = `select count(*)::int as count from ${table}`;
      return (await this.t[database].query<{ count: number }>(sql)).rows[0]!.count;
    };
    const waiting = (await count('memory', 'hook_outbox')) + (await count('panel', 'hook_outbox'));
    return waiting + (await count('panel', 'hook_deliveries')) - this.receiver.received.length;
  }
}

function isMark(id: string | null): boolean {
  return id?.startsWith('mark-') ?? false;
}

function kindsOf(types: readonly string[]): string[] {
  return [...new Set(types)].sort();
}
