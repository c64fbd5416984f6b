import { Injectable } from '@nestjs/common';
import type { ReadyDto } from '@groupless/shared-dto';
import { MemoryStatements, PanelStatements } from '../database/database.module';
import { AppError } from '../shared/errors/app-error';
import { within } from '../shared/within';

const PING = { name: 'ping', text: 'select 1' };
/** A load balancer asks every few seconds and wants an answer at once. */
const LIMIT_MS = 1_500;

@Injectable()
export class HealthService {
  constructor(
    private readonly panel: PanelStatements,
    private readonly memory: MemoryStatements,
  ) {}

  /** @throws AppError `database_unavailable` while a database is away or does not answer in time */
  async ready(): Promise<ReadyDto> {
    const answers = Promise.all([this.panel.run(PING, []), this.memory.run(PING, [])]);
    if ((await within(LIMIT_MS, answers)) === null)
      throw new AppError('database_unavailable', 'A database does not answer.');
    return { status: 'ready', databases: { panel: 'up', memory: 'up' } };
  }
}
