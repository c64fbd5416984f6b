import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { OnEvents } from '../../events/public';
import { JobsService } from '../../jobs/jobs.service';
import { Clock } from '../../platform/clock';
import { Job } from '../../shared/jobs/job';
import { ConversationSettingsRepository } from '../waiting/conversation-settings.repository';
import { SharingRepository } from './sharing.repository';

const JOB = 'share-conversations';
/** No person did it. */
const NOBODY = { caller: null, ip: null };

/** Shares conversations that need a person among those who are there, where the settings say so. */
@Injectable()
export class SharingService {
  constructor(
    private readonly sharing: SharingRepository,
    private readonly settings: ConversationSettingsRepository,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  @OnEvents({ types: ['conversation.updated'], after_ms: 300 })
  async look(): Promise<void> {
    const { assign } = await this.settings.getSettings();
    if (assign !== 'none') await this.jobs.soon(JOB);
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
}
