import { Injectable } from '@nestjs/common';
import { MemoryStatements, PanelStatements } from '../database/database.module';
import type { JsonText } from '../shared/http/json-text';
import type { Days } from './days';
import { MEMORY_PART } from './memory-part';
import { PANEL_PART } from './panel-part';

export type PanelPart = Record<
  'clients' | 'appointments' | 'open' | 'needs_human' | 'unread' | 'agent_last_seen_at' | 'active_account',
  JsonText
>;
export type MemoryPart = Record<'messages_by_day_14d' | 'tasks', JsonText>;

/** Statements without a name: each is planned for the very times that it asks for. */
@Injectable()
export class DashboardRepository {
  constructor(
    private readonly panel: PanelStatements,
    private readonly memory: MemoryStatements,
  ) {}

  /** @param days 30 of them */
  getPanelPart(now: Date, { dates, bounds }: Days): Promise<PanelPart> {
    return this.panel.readOne<PanelPart>({ text: PANEL_PART }, [now, dates, bounds]);
  }

  /** @param days 14 of them */
  getMemoryPart(now: Date, { dates, bounds }: Days): Promise<MemoryPart> {
    return this.memory.readOne<MemoryPart>({ text: MEMORY_PART }, [now, dates, bounds]);
  }
}
