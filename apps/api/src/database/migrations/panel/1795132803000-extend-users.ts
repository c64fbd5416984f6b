import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExtendUsers1795132803000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users
        add column totp_secret text,
        add column totp_pending_secret text,
        add column totp_last_step integer,
        add column locale text not null default 'en',
        add column time_zone text not null default 'UTC',
        add column theme text not null default 'system'
          constraint users_theme check (theme in ('system', 'light', 'dark')),
        add column density text not null default 'comfortable'
          constraint users_density check (density in ('comfortable', 'compact')),
        add column last_seen_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users
        drop column totp_secret,
        drop column totp_pending_secret,
        drop column totp_last_step,
        drop column locale,
        drop column time_zone,
        drop column theme,
        drop column density,
        drop column last_seen_at`);
  }
}
