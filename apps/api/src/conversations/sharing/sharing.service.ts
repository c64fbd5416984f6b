import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { EventFeedService } from '../../events/event-feed.service';
import { JobsService } from '../../jobs/jobs.service';
import { Clock } from '../../platform/clock';
import { Job } from '../../shared/jobs/job';
import { ConversationSettingsRepository } from '../waiting/conversation-settings.repository';
import { SharingRepository } from './sharing.repository';

const JOB = 'share-conversations';
/** Many events are looked after at once. */
const SOON_MS = 300;
/** No person did it. */
const NOBODY = { caller: null, ip: null };

/** Shares conversations that need a person among those who are there, where the settings say so. */
@Injectable()
export class SharingService implements OnApplicationBootstrap {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly sharing: SharingRepository,
    private readonly settings: ConversationSettingsRepository,
    private readonly feed: EventFeedService,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Events only make it sooner: what they miss is found within a minute. */
  onApplicationBootstrap(): void {
    void this.feed.subscribe(({ event: { type } }) => {
      if (type === 'conversation.updated') this.timer ??= setTimeout(() => void this.look(), SOON_MS).unref();
    });
  }

  @Job({
    name: JOB,
    every: '* * * * *',
    retries: 3,
    first_pause_s: 5,
    longest_pause_s: 20,
    keep_days: 1,
  })
  async share(_data: object, stopping: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const auditOf = (conversation_id: string, user_id: string) =>
      this.audit.eventOf(NOBODY, {
        action: 'conversation.assigned',
        object: `conversation:${conversation_id}`,
        details: { user_id },
      });
    while (!stopping.aborted && (await this.sharing.giveNext(now, auditOf)));
  }

  private async look(): Promise<void> {
    this.timer = null;
    const { assign } = await this.settings.getSettings().catch(() => ({ assign: 'none' }));
    if (assign !== 'none') await this.jobs.soon(JOB).catch(() => undefined);
  }
}
