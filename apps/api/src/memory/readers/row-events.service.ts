import { Injectable } from '@nestjs/common';
import type { EventType } from '@groupless/shared-dto';
import { EventsService } from '../../events/events.service';
import { RowOwnersRepository, type OwnableKind } from './row-owners.repository';

/** Announces changes of the memory's rows. Of one that is for one user alone nobody else is told. */
@Injectable()
export class RowEventsService {
  /** What is about to be announced. */
  private readonly telling = new Set<Promise<void>>();

  constructor(
    private readonly events: EventsService,
    private readonly owners: RowOwnersRepository,
  ) {}

  /**
   * As `EventsService.announce()`. What remains of a deleted row is a version, which says whose it was.
   * @param owner the only user for whom the row is, where that is known; null: it is for all. Without it, it is looked up
   */
  announce(type: EventType, id: string | number | null, owner?: string | null): void {
    if (owner !== undefined || id === null || kindOf(type) === null) {
      this.events.announce(type, id, owner ?? null);
      return;
    }
    const told = this.prepare(type, id)
      .then(
        (tell) => tell(),
        // Everybody reads again, and is told of no row.
        () => this.events.announce(type, null),
      )
      .finally(() => this.telling.delete(told));
    this.telling.add(told);
  }

  /** The same in two steps, for what leaves no version. */
  async prepare(type: EventType, id: string | number | null): Promise<() => void> {
    const kind = kindOf(type);
    const owner = id === null || kind === null ? null : await this.owners.findOwner(kind, Number(id));
    return () => this.events.announce(type, id, owner);
  }
}

/** The kind of what may be for one user alone. Events of the state name no row. */
function kindOf(type: EventType): OwnableKind | null {
  const [kind] = type.split('.');
  return kind === 'session' || kind === 'task' || kind === 'decision' || kind === 'project' ? kind : null;
}
