import { Injectable, signal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';

/** The tags of all clients that were shown so far, to choose from. */
@Injectable({ providedIn: 'root' })
export class KnownTags {
  private readonly tags = signal<readonly string[]>([]);
  readonly all = this.tags.asReadonly();

  remember(clients: readonly Pick<ClientDto, 'tags'>[]): void {
    const known = new Set(this.tags());
    for (const { tags } of clients) for (const tag of tags) known.add(tag);
    if (known.size > this.tags().length) this.tags.set([...known].sort((a, b) => a.localeCompare(b)));
  }
}
