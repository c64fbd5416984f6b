import { computed, effect, inject, Injectable, untracked } from '@angular/core';
import { foldName, isSameName, type ResourceDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { hueOf } from './resource-hue';
import { Session } from '../session/session';

/** Where something is: the name, and the row. */
interface NamedPlace {
  resource: string;
  resource_id: string;
}

/** What is booked, and who has left: by their ids, since a name may be another one's by now. Read once for the whole panel. */
@Injectable({ providedIn: 'root' })
export class BookableResources {
  private readonly user_id = inject(Session).user_id;
  private readonly formats = inject(Formats);
  private readonly texts = inject(Texts);
  readonly read = query<ResourceDto[]>(() => '/api/resources');

  /** Those that can be booked by their places, then those that have left. */
  readonly all = computed(() => this.read.value() ?? []);
  readonly present = computed(() => this.all().filter(({ archived_at }) => archived_at === null));
  /** Who does what is booked: persons; where there are none, rooms. */
  readonly doers = computed(() => {
    const persons = this.present().filter(({ kind }) => kind === 'person');
    return persons.length === 0 ? this.present() : persons;
  });
  /** Those of the user who looks, the ones that have left too. */
  readonly own = computed(() => {
    const me = this.user_id();
    return this.all().filter(({ user_id }) => me !== null && user_id === me);
  });

  /** Resolves when they were read, or could not be. */
  async ready(): Promise<void> {
    if (this.read.value() === null) await this.read.reload();
  }

  private readonly byId = computed(() => new Map(this.all().map((one) => [one.id, one])));
  /** Folded names that several have. */
  private readonly shared = computed(() => {
    const names = this.all().map(({ name }) => foldName(name));
    return new Set(names.filter((name, at) => names.indexOf(name) !== at));
  });

  find(id: string): ResourceDto | undefined {
    return this.byId().get(id);
  }

  /** What it is called, told apart from others of its name; a name alone where its row is not known. */
  labelOf({ resource, resource_id }: NamedPlace): string {
    const row = this.find(resource_id);
    return row !== undefined && this.shared().has(foldName(row.name)) ? this.toldApart(row) : resource;
  }

  /** With the day on which it left, if it has. */
  toldApart({ name, archived_at }: ResourceDto): string {
    if (archived_at === null) return name;
    return this.texts.of('crm.left_resource', { name, date: this.formats.date(archived_at) });
  }

  /** Its own colour, else one of the six, as CSS writes it. */
  colourOf(id: string): string {
    return this.find(id)?.colour ?? `var(--hue-${this.hueOf(id)})`;
  }

  hueOf(id: string): number {
    return hueOf(
      id,
      this.present().map((one) => one.id),
    );
  }

  /** The name under which the settings have its hours and what it does; of who has left they have none. */
  nameInSettings({ resource, resource_id }: NamedPlace): string {
    return (this.find(resource_id)?.archived_at ?? null) === null ? resource : '';
  }

  /** As a change names it: by its id; who has left by the name that is its own still, about which a person is asked. */
  asTarget(id: string): { resource: string } | { resource_id: string } {
    const name = this.meaningName(id);
    return name === undefined || this.find(id)?.archived_at === null
      ? { resource_id: id }
      : { resource: name };
  }

  /** The name that means it; undefined: somebody else has the name by now. */
  meaningName(id: string): string | undefined {
    const row = this.find(id);
    return row !== undefined && this.named(row.name)?.id === id ? row.name : undefined;
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
