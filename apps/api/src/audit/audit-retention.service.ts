import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../shared/clock';
import { describeError } from '../shared/log/describe-error';
import { AuditRepository } from './audit.repository';

const DAY_MS = 86_400_000;

/** Removes the entries of the audit that are older than `AUDIT_RETENTION_DAYS`, once a day. */
@Injectable()
export class AuditRetentionService implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly log = new Logger(AuditRetentionService.name);

  constructor(
    private readonly events: AuditRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.audit_retention_days === 0) return;
    this.timer = setInterval(() => void this.removeOld(), DAY_MS).unref();
    setImmediate(() => void this.removeOld()).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** A failure is logged; the next day tries again. */
  async removeOld(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - this.settings.audit_retention_days * DAY_MS);
    try {
      await this.events.removeBefore(before);
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'old entries of the audit were not removed');
    }
  }
}
