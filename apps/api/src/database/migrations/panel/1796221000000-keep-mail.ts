import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Mail: the server, the texts that were changed, the log, and the links for a forgotten password. */
export class KeepMail1796221000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mail_settings (
        id boolean not null default true,
        enabled boolean not null default false,
        sender text not null default '',
        reply_to text,
        server jsonb not null,
        password text,
        sends jsonb not null,
        reminder_hours integer[] not null default '{24}',
        quiet jsonb,
        chat_reminders boolean not null default false,
        told_from timestamptz(3) not null default now(),
        told_until timestamptz(3) not null default now(),
        version integer not null default 1,
        updated_at timestamptz(3) not null default now(),
        constraint mail_settings_pkey primary key (id),
        constraint mail_settings_single check (id)
      );
      insert into mail_settings (server, sends) values (
        '{"host": "", "port": 587, "tls": "starttls", "user": ""}',
        '{"invitation": true, "security": true, "booked": false, "confirmed": false, "moved": false, "cancelled": false, "reminder": false}'
      );
      create table mail_texts (
        kind text not null,
        language text not null,
        subject text not null,
        text text not null,
        updated_at timestamptz(3) not null,
        constraint mail_texts_pkey primary key (kind, language)
      );
      create table mails (
        id uuid not null,
        kind text not null,
        recipient text not null,
        subject text not null,
        content text,
        status text not null default 'waiting',
        attempts integer not null default 0,
        last_response text,
        client_id uuid,
        appointment_id uuid,
        about text,
        created_at timestamptz(3) not null,
        sent_at timestamptz(3),
        constraint mails_pkey primary key (id),
        constraint mails_status check (status in ('waiting', 'sent', 'failed')),
        constraint mails_client foreign key (client_id) references clients (id) on delete cascade,
        constraint mails_appointment foreign key (appointment_id) references appointments (id) on delete set null
      );
      create index mails_by_time on mails (created_at desc, id desc);
      create index mails_by_status on mails (status, created_at desc, id desc);
      create index mails_of_client on mails (client_id, created_at desc, id desc) where client_id is not null;
      create index mails_of_appointment on mails (appointment_id, created_at desc, id desc)
        where appointment_id is not null;
      create unique index mails_about on mails (appointment_id, about) where about is not null;
      create index appointment_events_by_time on appointment_events (at);
      create table password_resets (
        user_id uuid not null,
        token_digest bytea not null,
        expires_at timestamptz(3) not null,
        constraint password_resets_pkey primary key (user_id),
        constraint password_resets_token unique (token_digest),
        constraint password_resets_user foreign key (user_id) references users (id) on delete cascade
      );`);
  }
}
