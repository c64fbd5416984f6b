import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { FirstStep } from '@groupless/shared-dto';
import { In, Not, Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { PanelStatements } from '../../database/database.module';
import { ChatAgentSettings } from '../../settings/chat-agent-settings.entity';
import { SkippedFirstStep } from './skipped-first-step.entity';

/** Each dashboard asks. */
const SKIPPED = { name: 'skipped_first_steps', text: 'select step from skipped_first_steps' };

@Injectable()
export class FirstStepsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectRepository(SkippedFirstStep) private readonly steps: Repository<SkippedFirstStep>,
  ) {}

  async listSkipped(): Promise<string[]> {
    const rows = await this.statements.run<{ step: string }>(SKIPPED, []);
    return rows.map(({ step }) => step);
  }

  /** Keeps exactly these, and records it. */
  async replaceSkipped(skipped: readonly FirstStep[], skipped_at: Date, event: AuditEvent): Promise<void> {
    await this.steps.manager.transaction(async (transaction) => {
      await transaction.delete(SkippedFirstStep, { step: Not(In(skipped)) });
      const rows = skipped.map((step) => ({ step, skipped_at }));
      if (rows.length > 0)
        await transaction
          .createQueryBuilder()
          .insert()
          .into(SkippedFirstStep)
          .values(rows)
          .orIgnore()
          .execute();
      // Who skips it keeps the zone that is there.
      if (skipped.includes('zone'))
        await transaction.update(
          ChatAgentSettings,
          { time_zone_chosen: false },
          { time_zone_chosen: true, version: () => 'version + 1', updated_at: skipped_at },
        );
      await transaction.insert(AuditEvent, event);
    });
  }
}
