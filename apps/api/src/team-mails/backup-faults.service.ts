import { Injectable } from '@nestjs/common';
import { JobsService } from '../jobs/jobs.service';
import { TeamMailsRepository, type Happened } from './team-mails.repository';

/** A failure that nobody was told of for so long is told no more. */
const AGE_MS = 3_600_000;

/** Finds backups that failed. */
@Injectable()
export class BackupFaultsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly notices: TeamMailsRepository,
  ) {}

  /** Those of the last hour; nothing is looked for where nobody wants to know. */
  async listNew(now: Date): Promise<Happened[]> {
    if ((await this.notices.listReaders('backup_failed')).length === 0) return [];
    const faults = await this.jobs.listFaults('backup', new Date(now.getTime() - AGE_MS));
    const last = faults.at(-1);
    if (last === undefined) return [];
    return [{ id: '', kind: 'backup_failed', name: last.words ?? '', starts_at: null }];
  }
}
