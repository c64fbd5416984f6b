import { Injectable } from '@nestjs/common';
import { LiveKeysService } from '../../api-keys/live-keys.service';
import type { KnownActor } from '../../platform/access/caller';
import { ownerOf } from '../../platform/access/write-source';

/** What rows are somebody's own: those that the user wrote, or that came with any key of the user. */
@Injectable()
export class OwnRowsService {
  constructor(private readonly keys: LiveKeysService) {}

  isAdmin({ caller }: KnownActor): boolean {
    return caller.kind === 'user' && caller.role === 'admin';
  }

  /** What somebody takes along, and brings: of admins that is everything, for which null stands. */
  async writersOf(actor: KnownActor): Promise<string[] | null> {
    return this.isAdmin(actor) ? null : this.ownWritersOf(actor);
  }

  /** The ids by which rows say that somebody wrote them. */
  async ownWritersOf({ caller }: KnownActor): Promise<string[]> {
    const owner = ownerOf(caller);
    return owner === null ? [caller.id] : [caller.id, owner, ...(await this.keys.keysOf(owner))];
  }
}
