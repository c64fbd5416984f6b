import { Injectable } from '@nestjs/common';
import type { AuditEventDto, AuditQueryDto, PageDto } from '@groupless/shared-dto';
import { firstInstantOf } from '../platform/validation/times/day-or-time';
import { rangeBetween } from '../platform/validation/times/time-range';
import { Bus } from '../shared/bus/bus';
import { AuditLogRepository } from './audit-log.repository';
import { BUSINESS_ZONE } from './public';

/** Reads the audit. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly events: AuditLogRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * The newest first. Days are read in the time zone of the business.
   * @throws AppError `invalid_request` for a `from` later than `to`
   */
  async list({
    user_id,
    action,
    object,
    client_id,
    q,
    ...question
  }: AuditQueryDto): Promise<PageDto<AuditEventDto>> {
    const { from, to, ...page } = question;
    const [time_zone = 'UTC'] = await this.bus.tell(BUSINESS_ZONE, {});
    const instant = (text: string | undefined) =>
      text === undefined ? null : firstInstantOf(text, time_zone);
    const range = rangeBetween(instant(from), instant(to));
    const filter = {
      user_id: user_id ?? null,
      action: action ?? null,
      object: object ?? null,
      client_id: client_id ?? null,
      q: q ?? null,
      ...range,
    };
    return this.events.listEvents(filter, page);
  }
}
