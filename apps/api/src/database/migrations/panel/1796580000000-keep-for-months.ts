import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** After how many months data of persons are removed: at first never. */
export class KeepForMonths1796580000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table retention_settings (
        id boolean not null default true,
        months jsonb not null default '{}',
        version integer not null default 1,
        constraint retention_settings_pkey primary key (id),
        constraint retention_settings_single check (id)
      );
      insert into retention_settings default values`);
  }
}
