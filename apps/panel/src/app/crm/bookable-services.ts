import { computed, Injectable } from '@angular/core';
import type { BookableServiceDto, BookedServiceDto } from '@groupless/shared-dto';
import { query } from '../data/query';

/** The services that can be booked, read once for the whole panel: by their ids, since a name may be another one's by now. */
@Injectable({ providedIn: 'root' })
export class BookableServices {
  readonly read = query<BookableServiceDto[]>(() => '/api/services');
  /** Those that have left, too. */
  readonly all = computed(() => this.read.value() ?? []);

  readonly list = computed(() => this.all().filter(({ archived_at }) => archived_at === null));

  /** Resolves when they were read, or could not be: then nothing is offered. */
  async ready(): Promise<void> {
    if (this.read.value() === null) await this.read.reload();
  }

  /** Those of them with these ids, in that order. */
  visitOf(ids: readonly string[]): BookableServiceDto[] {
    return visitOf(ids, this.list());
  }
}

/** The services with these ids, in that order. */
export function visitOf<Service extends { id: string }>(
  ids: readonly string[],
  all: readonly Service[],
): Service[] {
  return ids.flatMap((id) => all.filter((one) => one.id === id));
}

/** How long services take together. */
export function minutesOf(visit: readonly Pick<BookedServiceDto, 'duration_minutes'>[]): number {
  return visit.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0);
}
