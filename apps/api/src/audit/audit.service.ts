import { Injectable } from '@nestjs/common';
import type { Actor } from '../shared/access/caller';
import { Clock } from '../shared/clock';
import { newId } from '../shared/new-id';
import { AuditRepository } from './audit.repository';

export interface AuditEntry {
  /** `what.happened`, such as `auth.logged_in`. */
  action: string;
  /** To what, as `kind:id`. Never a secret: a webhook is named by its path, not by its id. */
  object?: string;
  /** A few facts that explain the entry; no secrets, no texts that people wrote. */
  details?: Record<string, string | number | boolean | null>;
}

/** The record of what was done, which nobody can change afterwards. */
@Injectable()
export class AuditService {
  constructor(
    private readonly events: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /** Stores an entry. Wait for it before the caller is answered: what cannot be recorded is not done. */
  async record({ caller, ip }: Actor, { action, object, details = {} }: AuditEntry): Promise<void> {
    const at = this.clock.now();
    await this.events.insertEvent({
      id: newId(at),
      at,
      user_id: caller?.kind === 'user' ? caller.id : null,
      key_name: caller?.kind === 'key' ? caller.name : null,
      action,
      object: object ?? null,
      ip,
      details,
    });
  }
}
