import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Over HTTP agents may book any start, unless the business says that they keep to the grid. */
export class KeepAgentsOnGrid1796540000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table chat_agent_settings add column agents_on_grid boolean not null default false',
    );
  }
}
