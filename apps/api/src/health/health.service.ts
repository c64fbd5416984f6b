import { Injectable } from '@nestjs/common';
import type { ReadyDto } from '@groupless/shared-dto';
import { PanelStatements } from '../database/database.module';
import { SearchIndexService } from '../memory/search/index/search-index.service';
import { AppError } from '../platform/errors/app-error';
import { within } from '../shared/within';

const PING = { name: 'ping', text: 'select 1' };
/** Load balancers poll every few seconds and need a quick answer. */
const LIMIT_MS = 1_500;

@Injectable()
export class HealthService {
  constructor(
    private readonly panel: PanelStatements,
    private readonly index: SearchIndexService,
  ) {}

  /** @throws AppError `database_unavailable` if a database does not answer in time */
  async ready(): Promise<ReadyDto> {
    const answers = await within(LIMIT_MS, Promise.all([this.index.backlog(), this.panel.run(PING, [])]));
    if (answers === null) throw new AppError('database_unavailable', 'A database does not answer.');
    const [memory_index] = answers;
    return { status: 'ready', databases: { panel: 'up', memory: 'up' }, memory_index };
  }
}
