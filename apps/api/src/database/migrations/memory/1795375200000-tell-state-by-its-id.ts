import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unwatch, watch, watchRows } from '../hook-outbox';

const all = { insert: 'state.updated', update: 'state.updated', delete: 'state.updated' };
const BY_KEY = watchRows('assistant_state', all, { key: 'key' });
const BY_ID = watchRows('assistant_state', all);

/**
 * Outbound webhooks name a row of state by its id. The key says something of what is remembered, and stayed in the log
 * when the row was erased.
 */
export class TellStateByItsId1795375200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...BY_KEY.map(unwatch), ...BY_ID.map(watch)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...BY_ID.map(unwatch), ...BY_KEY.map(watch)]) await runner.query(statement);
  }
}
