import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Role } from '@groupless/shared-dto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { EventFeedService, type NumberedEvent } from '../event-feed.service';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { ThrottledWarnings } from '../../platform/log/throttled-warnings';
import { Bus } from '../../shared/bus/bus';
import { ROLES_OF_CALLERS } from '../public';
import { EventHistory, resyncAt, type SentEvent } from './event-history';
import { EventStream, HEARTBEAT, toFrame, toPosition } from './event-stream';
import { mayReceive } from './visible-events';

const HEARTBEAT_MS = 15_000;
/** The interval of checks of the readers' rights, each one query for all readers. */
const RECHECK_MS = 400;

/** The limit of streams for one user or key in this process. */
const MOST_STREAMS = 1_000;

interface Reader {
  stream: EventStream;
  caller: Caller;
  role: Role;
}

/** Counters of this process. */
export interface LiveCounts {
  /** Connected readers. */
  readers: number;
  /** Events sent, counted for each reader. */
  delivered: number;
  /** The `resync` events among them. */
  resyncs: number;
  /** Readers that were disconnected because they were too slow. */
  cut: number;
}

/** The event streams of this process. */
@Injectable()
export class LiveEventsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly readers = new Set<Reader>();
  private readonly history = new EventHistory();
  private readonly timers: NodeJS.Timeout[] = [];
  private feedStarted = Promise.resolve();
  private rechecking = false;
  private stopping = false;
  private readonly warnings = new ThrottledWarnings(LiveEventsService.name);
  private readonly counted = { delivered: 0, resyncs: 0, cut: 0 };

  constructor(
    private readonly feed: EventFeedService,
    private readonly bus: Bus,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Listens before the first reader, so that a reader of another replica can resume here. */
  onApplicationBootstrap(): void {
    this.feedStarted = this.begin();
  }

  /**
   * Opens a stream of events. It ends with the caller's session or key.
   * @param lastEventId the last event that the caller has received, from any replica
   * @throws AppError `database_unavailable` if the feed is not listening yet, `overloaded` for too many streams of one
   * caller
   */
  async follow(caller: Caller, lastEventId: string | undefined): Promise<Readable> {
    const role = (await this.rolesOf([caller])).get(caller) ?? null;
    await this.start();
    if (role !== null && this.countOf(caller) >= MOST_STREAMS) throw tooManyStreams();
    const stream = new EventStream();
    if (role === null || this.stopping) {
      stream.finish();
      return stream;
    }
    const reader = { stream, caller, role };
    this.readers.add(reader);
    stream.once('close', () => this.readers.delete(reader));
    stream.send(HEARTBEAT);
    if (lastEventId !== undefined) this.replayMissed(reader, lastEventId);
    this.send(reader, toPosition(this.history.newestId));
    return stream;
  }

  private async rolesOf(callers: readonly Caller[]): Promise<ReadonlyMap<Caller, Role>> {
    const [roles = new Map<Caller, Role>()] = await this.bus.tell(ROLES_OF_CALLERS, { callers });
    return roles;
  }

  private replayMissed(reader: Reader, lastEventId: string): void {
    const missed = this.history.since(lastEventId) ?? [this.resync()];
    for (const event of missed) this.sendEvent(reader, event);
  }

  private resync() {
    const frame = toFrame(resyncAt(this.clock.now()), this.history.newestId);
    return { type: 'resync', row_id: null, frame } as const;
  }

  /** The open streams of a user or key in this process. */
  private countOf(caller: Caller): number {
    const name = nameOf(caller);
    return [...this.readers].filter((reader) => nameOf(reader.caller) === name).length;
  }

  counts(): LiveCounts {
    return { readers: this.readers.size, ...this.counted };
  }

  /** Ends the streams, for which a stopping server would wait forever. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const { stream } of this.readers) stream.finish();
  }

  private async start(): Promise<void> {
    const waited = new AbortController();
    const tooLong = sleep(this.settings.connection_timeout_ms, 'too long', { signal: waited.signal });
    const outcome = await Promise.race([this.feedStarted, tooLong]).finally(() => waited.abort());
    if (outcome === 'too long') throw new AppError('database_unavailable', 'Live events cannot arrive yet.');
  }

  private async begin(): Promise<void> {
    this.timers.push(
      setInterval(() => this.sendToAll(HEARTBEAT), HEARTBEAT_MS).unref(),
      setInterval(() => void this.recheck(), RECHECK_MS).unref(),
    );
    await this.feed.subscribe((event) => this.broadcast(event));
  }

  private broadcast(event: NumberedEvent): void {
    const sent = this.history.add(event);
    for (const reader of this.readers) this.sendEvent(reader, sent);
  }

  private sendEvent(reader: Reader, event: Omit<SentEvent, 'event_id'>): void {
    if (!mayReceive(reader, event) || !this.send(reader, event.frame)) return;
    this.counted.delivered++;
    if (event.type === 'resync') this.counted.resyncs++;
  }

  private sendToAll(text: string): void {
    for (const reader of this.readers) this.send(reader, text);
  }

  private send({ stream }: Reader, text: string): boolean {
    const wasOpen = !stream.destroyed;
    const isSent = stream.send(text);
    if (wasOpen && !isSent) this.counted.cut++;
    return isSent;
  }

  /** Ends the streams of logged-out callers, and applies changes of role. */
  private async recheck(): Promise<void> {
    if (this.rechecking || this.readers.size === 0) return;
    this.rechecking = true;
    try {
      const readers = [...this.readers];
      const roles = await this.rolesOf(readers.map(({ caller }) => caller));
      for (const reader of readers) {
        const role = roles.get(reader.caller);
        if (role === undefined) reader.stream.finish();
        else reader.role = role;
      }
    } catch (error) {
      // Without the database there are no events either. The check is repeated soon.
      this.warnings.warn(error, 'the rights of those who follow live events could not be checked');
    } finally {
      this.rechecking = false;
    }
  }
}

function nameOf(caller: Caller): string {
  return caller.kind === 'user' ? `user:${caller.id}` : `key:${caller.id}`;
}

function tooManyStreams(): AppError {
  const detail = `One user or key may have ${MOST_STREAMS} event streams open. Close one, then try again.`;
  return new AppError('overloaded', detail);
}
