import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * What a default must not decide is asked: a new installation has no country for phone numbers, a time zone that nobody has
 * chosen, and a resource that nobody has named. Numbers without a country stay as they are given.
 */
export class AskForTheCountry1796406000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(BEGIN);
  }
}

const COLUMNS = `
  alter table chat_agent_settings
    add column time_zone_chosen boolean not null default true,
    add column unnamed_resource text,
    alter column phone_region drop not null;
  alter table clients add column phone_as_given text;
  create index clients_with_phone_as_given on clients (id) where phone_as_given is not null;
`;

/** Nobody has served a database without a user: it is new, and no program of before runs beside. */
const BEGIN = `
  update chat_agent_settings
    set phone_region = null, time_zone_chosen = false, unnamed_resource = resources ->> 0
    where version = 1 and not exists (select from users)
      and not exists (select from clients) and not exists (select from conversations)
`;
