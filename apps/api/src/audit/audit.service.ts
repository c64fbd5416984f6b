import { Injectable } from '@nestjs/common';
import type { Actor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { newId } from '../shared/new-id';
import type { AuditEvent } from './audit-event.entity';
import { AuditRepository } from './audit.repository';

export interface AuditEntry {
  /** `what.happened`, such as `auth.logged_in`. */
  action: string;
  /** The affected object, as `kind:id`. Never a secret: a memory webhook by its path, not by its id. */
  object?: string;
  /** A few facts that explain the entry. No secrets and no texts of people, except the title of a deleted object. */
  details?: Record<string, string | number | boolean | null>;
  /** The object's name, to find the entry after the object is deleted. */
  object_name?: string;
  /** Affected clients, in addition to the object. */
  client_ids?: string[];
}

/** Writes the append-only audit. */
@Injectable()
export class AuditService {
  constructor(
    private readonly events: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores an entry in a transaction of its own, for actions that change nothing in the panel database. Await it before
   * the answer. For a change of the memory database call it after the change, because no transaction spans both, and an
   * unrecorded change is better than a record of one that never happened. The caller gets the error and may retry.
   */
  async record(actor: Actor, entry: AuditEntry): Promise<void> {
    await this.events.insertEvent(this.eventOf(actor, entry));
  }

  /** Makes the row of an entry, which a repository inserts in the transaction of the change. */
  eventOf({ caller, ip }: Actor, { action, object, details = {}, ...names }: AuditEntry): AuditEvent {
    const at = this.clock.now();
    return {
      id: newId(at),
      at,
      user_id: caller?.kind === 'user' ? caller.id : null,
      key_name: caller?.kind === 'key' ? caller.name : null,
      key_id: caller?.kind === 'key' ? caller.id : null,
      action,
      object: object ?? null,
      object_name: names.object_name ?? null,
      client_ids: names.client_ids ?? null,
      ip,
      details,
    };
  }
}
