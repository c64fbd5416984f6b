import { Injectable } from '@nestjs/common';
import type { ReadyDto } from '@groupless/shared-dto';
import { MemoryStatements, PanelStatements } from '../database/database.module';

const PING = { name: 'ping', text: 'select 1' };

@Injectable()
export class HealthService {
  constructor(
    private readonly panel: PanelStatements,
    private readonly memory: MemoryStatements,
  ) {}

  /** Rejects, and so answers 503, while a database is away. */
  async ready(): Promise<ReadyDto> {
    await Promise.all([this.panel.run(PING, []), this.memory.run(PING, [])]);
    return { status: 'ready', databases: { panel: 'up', memory: 'up' } };
  }
}
