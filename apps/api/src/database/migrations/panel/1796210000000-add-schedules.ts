import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Hours and services by resource, the time that a booking keeps free after it, and names that resources had before.
 * Nothing changes until somebody sets a schedule: without one a resource is as the business.
 */
export class AddSchedules1796210000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings
        add column schedules jsonb not null default '[]',
        add column former_resources jsonb not null default '[]';
      alter table appointments add column buffer_minutes integer not null default 0`);
    await runner.query(FOLLOW);
  }
}

/**
 * Another process may know the former name for a second: what it writes gets the present one. For any table with a column
 * `resource`.
 */
const FOLLOW = `
  create function follow_renamed_resource() returns trigger
    language plpgsql
    as $$
    declare
      present text;
    begin
      select former ->> 'resource' into present
      from chat_agent_settings, jsonb_array_elements(former_resources) as former
      where folded_name(former ->> 'name') = folded_name(new.resource)
      limit 1;
      if found then
        new.resource := present;
      end if;
      return new;
    end
    $$;
  create trigger follow_renamed_resource before insert or update of resource on appointments
    for each row execute function follow_renamed_resource();
`;
