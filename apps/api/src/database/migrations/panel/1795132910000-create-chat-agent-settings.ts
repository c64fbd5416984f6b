import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the chat agent works: one row, which is there from the beginning and can neither go nor be doubled. */
export class CreateChatAgentSettings1795132910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_agent_settings (
        id boolean primary key default true constraint chat_agent_settings_single check (id),
        name text not null,
        greeting text not null,
        language text not null,
        time_zone text not null,
        phone_region text not null,
        working_hours jsonb not null,
        slot_minutes integer not null,
        resources jsonb not null,
        services jsonb not null,
        auto_confirm boolean not null,
        enabled boolean not null,
        version integer not null default 1,
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query(`
      insert into chat_agent_settings (name, greeting, language, time_zone, phone_region, working_hours, slot_minutes,
                                       resources, services, auto_confirm, enabled)
      values ('', '', 'en', 'UTC', 'US',
              (select jsonb_agg(jsonb_build_object('day', day, 'opens', '09:00', 'closes', '18:00'))
               from generate_series(1, 5) as day),
              30, '["main"]', '[]', false, true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chat_agent_settings');
  }
}
