import { Injectable } from '@nestjs/common';
import type { AttentionKind } from '@groupless/shared-dto';
import { AttentionService } from '../dashboard/attention.service';
import { JobsService } from '../jobs/jobs.service';
import { TeamMailsRepository, type Happened } from './team-mails.repository';

/** A failure that nobody was told of for so long is told no more. */
const AGE_MS = 3_600_000;

/** No failures: the team is told of them otherwise. */
const OF_PEOPLE: readonly AttentionKind[] = ['bookings_wait', 'clients_wait'];

/** Finds what fails in the background. */
@Injectable()
export class BackupFaultsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly notices: TeamMailsRepository,
    private readonly attention: AttentionService,
  ) {}

  /** By kind, with what the newest failure said. Nothing is looked for where nobody wants to know. */
  async listFailing(now: Date): Promise<Happened[]> {
    if ((await this.notices.listReaders('something_fails')).length === 0) return [];
    const found = await this.attention.findAll(now);
    return found
      .filter(({ kind }) => !OF_PEOPLE.includes(kind))
      .map(({ kind, reason }) => ({
        id: kind,
        kind: 'something_fails',
        name: reason ?? '',
        starts_at: null,
      }));
  }

  /** Backups of the last hour, as above. */
  async listNew(now: Date): Promise<Happened[]> {
    if ((await this.notices.listReaders('backup_failed')).length === 0) return [];
    const faults = await this.jobs.listFaults('backup', new Date(now.getTime() - AGE_MS));
    const last = faults.at(-1);
    if (last === undefined) return [];
    return [{ id: '', kind: 'backup_failed', name: last.words ?? '', starts_at: null }];
  }
}
