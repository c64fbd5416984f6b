import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the chat agent may book. Where appointments exist already, the agent may go on to book at any hour, as before:
 * nobody's agent is refused because of an update.
 */
export class AddAgentHours1795358500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings
        add agent_hours text not null default 'working'
          constraint chat_agent_settings_agent_hours check (agent_hours in ('working', 'any')),
        add closures jsonb not null default '[]',
        add notice_minutes integer not null default 0,
        add buffer_minutes integer not null default 0`);
    await runner.query(
      `update chat_agent_settings set agent_hours = 'any' where exists (select from appointments)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings
        drop agent_hours, drop closures, drop notice_minutes, drop buffer_minutes`);
  }
}
