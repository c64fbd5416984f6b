import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Languages and refused emails of clients, the phone of the business, reminders by chat, and mails to the team. */
export class TellPeopleMore1796270000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CLIENTS);
    await runner.query(SETTINGS);
    await runner.query(CHAT_REMINDERS);
    await runner.query(TEAM_NOTICES);
  }
}

const CLIENTS = `
  alter table clients add column language text, add column email_refused text;
  create function forget_refused_email() returns trigger
    language plpgsql
    as $$
    begin
      new.email_refused := null;
      return new;
    end $$;
  create trigger clients_email_changed before update of email on clients
    for each row when (lower(old.email) is distinct from lower(new.email) and old.email_refused is not null)
    execute function forget_refused_email();`;

const SETTINGS = `
  alter table chat_agent_settings add column phone text not null default '';
  alter table mail_settings add column chat_reminders_from timestamptz(3);
  alter table users add column notify_mail text[] not null default '{}';`;

/** One row for each reminder that went into a chat. It is settled when nothing can make it untrue any more. */
const CHAT_REMINDERS = `
  create table chat_reminders (
    appointment_id uuid not null,
    about text not null,
    chat_id text not null,
    message_id bigint not null,
    starts_at timestamptz(3) not null,
    is_settled boolean not null default false,
    sent_at timestamptz(3) not null,
    constraint chat_reminders_pkey primary key (appointment_id, about),
    constraint chat_reminders_appointment foreign key (appointment_id) references appointments (id) on delete cascade
  );
  create index chat_reminders_open on chat_reminders (starts_at) where not is_settled;`;

/** What the team is to be told by mail. */
const TEAM_NOTICES = `
  create table team_notices (
    id bigint generated always as identity,
    kind text not null,
    object_id uuid not null,
    at timestamptz(3) not null default now(),
    constraint team_notices_pkey primary key (id)
  );`;
