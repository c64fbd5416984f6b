import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service';
import { JobsService } from '../../jobs/jobs.service';
import { Clock } from '../../platform/clock';
import { CountsRetained, Retention, type RetentionCount } from '../../shared/retention';
import { ErasuresRepository } from '../erasures.repository';
import { ERASE_JOB } from '../erasures.service';
import { QuietRowsRepository } from './quiet-rows.repository';

/** Clients and conversations of which there was no sign for long: they are erased as persons are who ask for it. */
@Injectable()
export class QuietService {
  constructor(
    private readonly quiet: QuietRowsRepository,
    private readonly erasures: ErasuresRepository,
    private readonly events: EventsService,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
  ) {}

  /** The job that erases clients goes on with what is left of them in the memory. */
  @Retention({ what: 'clients', days: 0 })
  async eraseClients(before: Date, stopping: AbortSignal): Promise<number> {
    let erased = 0;
    for await (const ids of this.quiet.list('clients', before))
      for (const id of ids) {
        if (stopping.aborted) return erased;
        if (await this.erasures.eraseQuietClient(id, before, this.clock.now())) erased++;
      }
    if (erased === 0) return 0;
    this.events.announce('client.deleted', null);
    this.events.announce('appointment.updated', null);
    await this.jobs.wake(ERASE_JOB);
    return erased;
  }

  @CountsRetained('clients')
  countClients(before: Date, most: number): Promise<RetentionCount> {
    return this.quiet.count('clients', before, most);
  }

  /** Their messages were removed before. */
  @Retention({ what: 'conversations', days: 0 })
  async eraseConversations(before: Date, stopping: AbortSignal): Promise<number> {
    let erased = 0;
    for await (const ids of this.quiet.list('conversations', before)) {
      if (stopping.aborted) return erased;
      erased += await this.erasures.eraseQuietConversations(ids, before);
    }
    if (erased > 0) this.events.announce('conversation.updated', null);
    return erased;
  }

  @CountsRetained('conversations')
  countConversations(before: Date, most: number): Promise<RetentionCount> {
    return this.quiet.count('conversations', before, most);
  }
}
