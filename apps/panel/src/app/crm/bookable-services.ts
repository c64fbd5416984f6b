import { computed, Injectable } from '@angular/core';
import type { BookableServiceDto } from '@groupless/shared-dto';
import { query } from '../data/query';

/** The services that can be booked, read once for the whole panel: by their ids, since a name may be another one's by now. */
@Injectable({ providedIn: 'root' })
export class BookableServices {
  private readonly read = query<BookableServiceDto[]>(() => '/api/services');

  readonly list = computed(() => this.read.value() ?? []);

  /** Resolves when they were read, or could not be: then nothing is offered. */
  async ready(): Promise<void> {
    if (this.read.value() === null) await this.read.reload();
  }

  /** Those of them with these ids, in that order. */
  visitOf(ids: readonly string[]): BookableServiceDto[] {
    return ids.flatMap((id) => this.list().filter((one) => one.id === id));
  }
}
