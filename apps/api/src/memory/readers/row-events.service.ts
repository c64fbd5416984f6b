import { Injectable } from '@nestjs/common';
import type { EventType } from '@groupless/shared-dto';
import { EventsService } from '../../events/events.service';
import { SessionOwnersRepository } from './session-owners.repository';

/** Announces changes of the memory's rows. Of a session that is somebody's own nobody else is told. */
@Injectable()
export class RowEventsService {
  /** What is about to be announced. */
  private readonly telling = new Set<Promise<void>>();

  constructor(
    private readonly events: EventsService,
    private readonly owners: SessionOwnersRepository,
  ) {}

  /**
   * As `EventsService.announce()`. What remains of a deleted session is a version, which says whose it was.
   * @param is_shared whether the row is known to be for all: then its owner is not looked up
   */
  announce(type: EventType, id: string | number | null, is_shared = false): void {
    if (is_shared || !mayBeOwned(type, id)) {
      this.events.announce(type, id);
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
    const owner = mayBeOwned(type, id) ? await this.owners.findOwner(Number(id)) : null;
    return () => this.events.announce(type, id, owner);
  }
}

/** Sessions alone can be somebody's own. */
function mayBeOwned(type: EventType, id: string | number | null): boolean {
  return id !== null && type.startsWith('session.');
}
