import { computed, effect, inject, Injectable, signal } from '@angular/core';
import { DEFAULT_RESOURCE, type AppointmentDto } from '@groupless/shared-dto';
import { LiveEvents } from '../data/live-events';
import { pageList } from '../data/page-list';
import type { ReadRequest } from '../data/query';
import { Appearance } from '../i18n/appearance';
import { Formats } from '../i18n/formats';
import { DAY_MS, toInstantOrNext, toLocal } from '../i18n/zoned-time';
import { Session } from '../session/session';
import { keep, readKept } from '../storage/kept';
import { DAY_ALLOWED, DAY_STORE, forgetDay } from '../storage/kept-day';
import { Now } from '../ui/formats/relative-time';
import { attendeeOf } from './attendee';
import { addDays } from './dates';
import { subjectOf } from './subject';

/** As many as one request answers. */
const MOST = 200;

/** As `public/offline.js` shows it: written out, since no part of the panel is there then. */
interface KeptDay {
  /** `Monday, 30 November` */
  day: string;
  /** When it was read: `14:05`. */
  as_of: string;
  until_ms: number;
  appointments: { times: string; name: string; what: string }[];
}

/**
 * Keeps the appointments of today on this device for the page that is shown where the server cannot be reached: only where the
 * user allowed it here, and no longer than a day. Whoever else signs in keeps nothing. The end of the session empties it, too.
 */
@Injectable({ providedIn: 'root' })
export class DayOnDevice {
  private readonly session = inject(Session);
  private readonly zone = inject(Appearance).businessZone;
  private readonly formats = inject(Formats);
  private readonly now = inject(Now);
  private readonly allowedFor = signal(readKept(DAY_ALLOWED));

  readonly isAllowed = computed(() => {
    const user_id = this.session.user_id();
    return user_id !== null && user_id === this.allowedFor();
  });
  private readonly today = computed(() => toLocal(new Date(this.now.ms()), this.zone()).date);
  private readonly list = pageList<AppointmentDto>(() => this.request(), {
    page: MOST,
    // A new name, or one that must not be shown any more.
    outdatedBy: ({ type }) => type.startsWith('client.'),
  });
  private readonly read = computed(() => ({ appointments: this.list.items(), atMs: Date.now() }));

  constructor() {
    // Another tab may have taken it back.
    addEventListener('storage', () => this.allowedFor.set(readKept(DAY_ALLOWED)));
    // At once, and kept again when the others have been read.
    inject(LiveEvents).onEvent(['client.deleted'], ({ type }) => {
      if (type === 'client.deleted') forgetDay();
    });
    effect(() => {
      const { list } = this;
      const isRead = !list.isFirstLoad() && !list.isRefetching() && list.problem() === null;
      if (!isRead || !this.isAllowed() || this.session.isLost()) return;
      const { appointments, atMs } = this.read();
      const day: KeptDay = {
        day: this.formats.weekday(new Date(atMs)),
        as_of: this.formats.time(new Date(atMs)),
        until_ms: atMs + DAY_MS,
        appointments: appointments
          .filter(({ status }) => status !== 'cancelled')
          .map((one) => this.shown(one)),
      };
      // A browser whose disk is full goes without.
      void keepDay(day).catch(() => undefined);
    });
  }

  allow(isAllowed: boolean): void {
    const user_id = isAllowed ? this.session.user_id() : null;
    keep(DAY_ALLOWED, user_id);
    this.allowedFor.set(user_id);
    if (!isAllowed) forgetDay();
  }

  private request(): ReadRequest | undefined {
    if (!this.isAllowed()) return undefined;
    const [from, to] = [this.today(), addDays(this.today(), 1)].map((date) =>
      toInstantOrNext({ date, time: '00:00' }, this.zone()),
    );
    return { url: '/api/appointments', query: { from: from ?? null, to: to ?? null, sort: 'starts_at' } };
  }

  private shown(one: AppointmentDto) {
    return {
      times: `${this.formats.time(one.starts_at)} – ${this.formats.time(one.ends_at)}`,
      name: attendeeOf(one),
      what: [subjectOf(one), one.resource === DEFAULT_RESOURCE ? '' : one.resource]
        .filter(Boolean)
        .join(' · '),
    };
  }
}

async function keepDay(day: KeptDay): Promise<void> {
  const store = await caches.open(DAY_STORE);
  await store.put('/kept-day', new Response(JSON.stringify(day)));
}

/** Goes on with what was allowed, in the injection context of the frame. */
export function dayOnDevice(): void {
  inject(DayOnDevice);
}
