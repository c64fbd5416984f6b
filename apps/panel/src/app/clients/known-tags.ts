import { computed, Injectable, signal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';

/** The tags of all clients that were shown so far, to choose from. */
@Injectable({ providedIn: 'root' })
export class KnownTags {
  private readonly tags = signal<ReadonlySet<string>>(new Set());
  readonly areAny = computed(() => this.tags().size > 0);
  /** In their order, which is not made before somebody looks: the rules for it take a browser 10 milliseconds to load. */
  readonly all = computed(() => [...this.tags()].sort((a, b) => a.localeCompare(b)));

  remember(clients: readonly Pick<ClientDto, 'tags'>[]): void {
    const known = new Set(this.tags());
    for (const { tags } of clients) for (const tag of tags) known.add(tag);
    if (known.size > this.tags().size) this.tags.set(known);
  }
}
