import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * What a default must not decide is asked: a new installation has no country for phone numbers, a time zone that nobody has
 * chosen, and a resource that nobody has named. Numbers without a country stay as they are given.
 */
export class AskForTheCountry1796406000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(KEYS(AS_GIVEN, ', phone_as_given'));
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

/** A search finds a client by the digits of such a number, too. */
const AS_GIVEN = String.raw`
      if new.phone_as_given is not null then
        search := search || sort_name(E'\n' || new.phone_as_given || E'\n' ||
          regexp_replace(replace(new.phone_as_given, ' / ', E'\n'), '[^0-9\n]', '', 'g'));
      end if;`;

const KEYS = (more: string, columns: string) => String.raw`
  create or replace function client_keys() returns trigger
    language plpgsql
    as $$
    declare
      name text := sort_name(new.name);
      search text := name || sort_name(concat(E'\n' || new.email, E'\n' || new.company));
    begin
      if new.other_phones <> '[]' then
        search := search || (
          select coalesce(string_agg(E'\n' || (other ->> 'phone'), ''), '') from jsonb_array_elements(new.other_phones) as other);
      end if;${more}
      if octet_length(name) > 800 then name := left(name, 200); end if;
      if octet_length(search) > 1600 then search := left(search, 400); end if;
      new.name_key := name;
      new.search_text := search;
      return new;
    end $$;
  drop trigger clients_keys on clients;
  create trigger clients_keys before insert or update of name, email, company, other_phones${columns} on clients
    for each row execute function client_keys();
`;
