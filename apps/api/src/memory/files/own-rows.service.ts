import { Injectable } from '@nestjs/common';
import { LiveKeysService } from '../../api-keys/live-keys.service';
import type { KnownActor } from '../../platform/access/caller';
import { ownerOf } from '../../platform/access/write-source';

/** What somebody takes along, and brings, as their own: of admins that is everything. */
@Injectable()
export class OwnRowsService {
  constructor(private readonly keys: LiveKeysService) {}

  isAdmin({ caller }: KnownActor): boolean {
    return caller.kind === 'user' && caller.role === 'admin';
  }

  /** The ids by which rows say that somebody wrote them: a user, and all keys of that user. Null: all rows count. */
  async writersOf(actor: KnownActor): Promise<string[] | null> {
    if (this.isAdmin(actor)) return null;
    const owner = ownerOf(actor.caller);
    return owner === null ? [actor.caller.id] : [actor.caller.id, owner, ...(await this.keys.keysOf(owner))];
  }
}
