import { Injectable } from '@nestjs/common';
import type { AuditEventDto, AuditQueryDto, PageDto } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { firstInstantOf } from '../platform/validation/times/day-or-time';
import { rangeBetween } from '../platform/validation/times/time-range';
import { AuditLogRepository } from './audit-log.repository';

/** Reads the audit. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly events: AuditLogRepository,
    private readonly settings: ChatAgentSettingsService,
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
    const { time_zone } = await this.settings.current();
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
