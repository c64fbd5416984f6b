import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { Clock } from '../../shared/clock';
import { describeError } from '../../shared/log/describe-error';
import { VersionsRepository } from './versions.repository';

const DAY_MS = 86_400_000;

/** Removes the versions that are older than `MEMORY_VERSIONS_DAYS`, once a day. */
@Injectable()
export class VersionsRetentionService implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly log = new Logger(VersionsRetentionService.name);

  constructor(
    private readonly versions: VersionsRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.memory_versions_days === 0) return;
    this.timer = setInterval(() => void this.removeOld(), DAY_MS).unref();
    setImmediate(() => void this.removeOld()).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** A failure is logged; the next day tries again. */
  async removeOld(): Promise<void> {
    const days = this.settings.memory_versions_days;
    try {
      await this.versions.removeBefore(new Date(this.clock.now().getTime() - days * DAY_MS));
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'old versions of the memory were not removed');
    }
  }
}
