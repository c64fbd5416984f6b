import { DestroyRef, effect, inject, Injectable, untracked } from '@angular/core';
import type { EventDto } from '@groupless/shared-dto';
import { Api } from '../http/api';
import { Connectivity } from '../http/connectivity';
import { InvalidationRules } from '../http/invalidation-rules';
import { LiveEvents } from './live-events';
import { type Refetcher } from './refetcher';

export interface Watched {
  /** The path of what is shown; undefined while nothing is. */
  path: () => string | undefined;
  /** Events that count besides those of the path. */
  outdatedBy: (event: EventDto) => boolean;
  refetcher: Refetcher;
  /** The address of the row that this page removes: what is shown of it is not read again, unless it is there again. */
  removed?: string;
}

/**
 * The one place that knows when something that is shown is out of date: a live event, a write of this page, a gap in
 * the events, or an API that was away.
 */
@Injectable({ providedIn: 'root' })
export class Invalidations {
  private readonly watched = new Set<Watched>();
  private readonly rules = inject(InvalidationRules);

  constructor() {
    const connectivity = inject(Connectivity);
    inject(LiveEvents).onEvent('all', (event) =>
      this.refetch((path, { outdatedBy }) => isOutdated(this.rules, path, event) || outdatedBy(event)),
    );
    const api = inject(Api);
    api.onWrite((written) => this.refetch((path) => isTouched(this.rules, path, written)));
    // The event of a removal can come before its answer, and whoever shows the row closes after that.
    api.onRemoval((address, done) => void this.leaveOut(address, done));
    const seen = untracked(connectivity.cameBack);
    effect(() => {
      if (connectivity.cameBack() !== seen) untracked(() => this.refetch(() => true));
    });
  }

  /** Has something read again whenever it is out of date, as long as the caller lives. */
  watch(watched: Watched, until = inject(DestroyRef)): void {
    this.watched.add(watched);
    until.onDestroy(() => {
      this.watched.delete(watched);
      watched.refetcher.stop();
    });
  }

  private refetch(concerns: (path: string, watched: Watched) => boolean): void {
    for (const watched of this.watched) {
      const path = untracked(watched.path);
      if (path === undefined || isWithin(path, watched.removed)) continue;
      if (untracked(() => concerns(path, watched))) watched.refetcher.ask();
    }
  }

  private async leaveOut(address: string, done: Promise<unknown>): Promise<void> {
    const concerned = [...this.watched].filter(({ path }) => isWithin(untracked(path), address));
    for (const watched of concerned) watched.removed = address;
    try {
      await done;
    } catch {
      for (const watched of concerned) {
        delete watched.removed;
        watched.refetcher.ask();
      }
    }
  }
}

function isOutdated(rules: InvalidationRules, path: string, { type, id }: EventDto): boolean {
  if (type === 'resync') return true;
  const rule = rules.of(path);
  if (!rule?.[1].includes(type)) return false;
  return id === null || isOfRow(path.slice(rule[0].length), id);
}

function isWithin(path: string | undefined, address: string | undefined): boolean {
  return path !== undefined && address !== undefined && (path === address || path.startsWith(`${address}/`));
}

/** Whether a write changes what is shown: of the same row, or of the list that the row is in. */
function isTouched(rules: InvalidationRules, path: string, written: string): boolean {
  const rule = rules.of(path);
  if (rule === undefined || rules.of(written) !== rule) return false;
  const id = /^\/([^/?]+)/.exec(written.slice(rule[0].length))?.[1];
  return id === undefined || isOfRow(path.slice(rule[0].length), id);
}

/** What follows the collection's address names a row; a list is about all rows. */
function isOfRow(rest: string, id: string): boolean {
  const row = rest.split('/')[1];
  // An id of another form is of something within what is shown, as a memory is of the run that wrote it.
  return row === undefined || row === id || !FORMS_OF_IDS.some((form) => form.test(row) && form.test(id));
}

/** Other segments, such as `availability`, are about all rows. */
const FORMS_OF_IDS = [/^[0-9a-f]{8}-[0-9a-f-]{27}$/, /^\d+$/];
