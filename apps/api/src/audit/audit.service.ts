import { Injectable } from '@nestjs/common';
import type { Actor } from '../shared/access/caller';
import { Clock } from '../shared/clock';
import { newId } from '../shared/new-id';
import type { AuditEvent } from './audit-event.entity';
import { AuditRepository } from './audit.repository';

export interface AuditEntry {
  /** `what.happened`, such as `auth.logged_in`. */
  action: string;
  /** To what, as `kind:id`. Never a secret: a webhook is named by its path, not by its id. */
  object?: string;
  /** A few facts that explain the entry; no secrets. Of what is deleted also its title, and no other texts of people. */
  details?: Record<string, string | number | boolean | null>;
  /** What the object is called, for who looks for it by name after its end. */
  object_name?: string;
  /** The clients that it concerns, beside the object itself. */
  client_ids?: string[];
}

/** The append-only record of what was done. */
@Injectable()
export class AuditService {
  constructor(
    private readonly events: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores an entry by itself, for what changes nothing in the panel database. Wait for it before the caller is
   * answered. A change of the memory database comes first, then its entry: no transaction spans both, and a crash
   * in between should rather leave an unrecorded change than the record of one that never happened. The caller is
   * told of an error, and does again what can be done again.
   */
  async record(actor: Actor, entry: AuditEntry): Promise<void> {
    await this.events.insertEvent(this.eventOf(actor, entry));
  }

  /**
   * The row of an entry, for a repository to insert in the very transaction that makes the change: neither is
   * ever stored without the other.
   */
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
