import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the chat agent was last heard of, by whatever chat: one row. */
export class CreateAgentSightings1795133002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table agent_sightings (
         is_only_row boolean primary key default true,
         last_seen_at timestamptz(3),
         constraint agent_sightings_only_row check (is_only_row)
       ) with (fillfactor = 50)`,
    );
    await runner.query(
      'insert into agent_sightings (last_seen_at) select max(agent_last_seen_at) from conversations',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table agent_sightings');
  }
}
