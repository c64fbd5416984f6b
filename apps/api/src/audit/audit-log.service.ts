import { Injectable } from '@nestjs/common';
import type { AuditQueryDto } from '@groupless/shared-dto';
import type { JsonText } from '../shared/http/json-text';
import { instantOf } from '../shared/validation/time-fields';
import { rangeBetween } from '../shared/validation/time-range';
import { AuditLogRepository } from './audit-log.repository';

/** Reads the audit. */
@Injectable()
export class AuditLogService {
  constructor(private readonly events: AuditLogRepository) {}

  /**
   * A page of `AuditEventDto`s, the newest first.
   * @throws AppError `invalid_request` for a `from` later than `to`
   */
  async list({ user_id, action, object, client_id, q, ...question }: AuditQueryDto): Promise<JsonText> {
    const { from, to, ...page } = question;
    rangeBetween(instantMs(from), instantMs(to));
    const filter = {
      user_id: user_id ?? null,
      action: action ?? null,
      object: object ?? null,
      client_id: client_id ?? null,
      q: q ?? null,
      from: dateOf(from),
      to: dateOf(to),
    };
    return this.events.listEvents(filter, page);
  }
}

function instantMs(instant: string | undefined): number | null {
  return instant === undefined ? null : instantOf(instant);
}

function dateOf(instant: string | undefined): Date | null {
  const ms = instantMs(instant);
  return ms === null ? null : new Date(ms);
}
