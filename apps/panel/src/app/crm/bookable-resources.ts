import { computed, effect, inject, Injectable, untracked } from '@angular/core';
import { isSameName, type ResourceDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { Session } from '../session/session';

/** What is booked, and who has left: by their ids, since a name may be another one's by now. Read once for the whole panel. */
@Injectable({ providedIn: 'root' })
export class BookableResources {
  private readonly user_id = inject(Session).user_id;
  readonly read = query<ResourceDto[]>(() => '/api/resources');

  /** Those that can be booked by their places, then those that have left. */
  readonly all = computed(() => this.read.value() ?? []);
  readonly present = computed(() => this.all().filter(({ archived_at }) => archived_at === null));
  /** Those of the user who looks, the ones that have left too. */
  readonly own = computed(() => {
    const me = this.user_id();
    return this.all().filter(({ user_id }) => me !== null && user_id === me);
  });

  /** The names of those with these ids, in that order. */
  namesOf(ids: readonly string[]): string[] {
    return ids.flatMap((id) => this.all().find((one) => one.id === id)?.name ?? []);
  }

  /** The id of the present one of a name. */
  presentId(name: string): string | undefined {
    return this.present().find((one) => isSameName(one.name, name))?.id;
  }

  /** The one that a name means: the present one, else the one that left last. */
  named(name: string): ResourceDto | undefined {
    return this.all().find((one) => isSameName(one.name, name));
  }
}

/**
 * The id of what a name meant when it was chosen, in an injection context: by the time it is sent, somebody else may have the
 * name. Undefined: nobody has it, or that is not known.
 */
export function chosenResource(name: () => string): () => string | undefined {
  const bookable = inject(BookableResources);
  const asked = computed(() => (bookable.read.value() === null ? '' : name()));
  const chosen = computed(() => {
    const wanted = asked();
    return untracked(() => bookable.presentId(wanted));
  });
  // It is read at once, not first when it is sent.
  effect(() => void chosen());
  return chosen;
}

/** As the API takes it: by the id of the resource, where that is known, else by its name. */
export function byId<Wish extends { resource?: string; resource_id?: string }>(wish: Wish): Wish {
  if (wish.resource_id === undefined) return wish;
  const { resource: _name, ...rest } = wish;
  return rest as Wish;
}
