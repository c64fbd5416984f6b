import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The public page on which clients book, and where bookings come from it. */
export class BookOnAPage1796640000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table booking_page (
        id boolean not null default true,
        enabled boolean not null default false,
        slug text not null default '',
        title text not null default '',
        text text not null default '',
        service_ids uuid[] not null default '{}',
        resource_ids uuid[] not null default '{}',
        choose_resource boolean not null default true,
        horizon_days integer not null default 60,
        notice_minutes integer not null default 120,
        open_per_visitor integer not null default 3,
        confirm boolean not null default false,
        ask jsonb not null default '{"phone": "required", "email": "optional"}',
        questions jsonb not null default '[]',
        privacy_url text,
        accent text not null default '#4758d4',
        frame_hosts text[] not null default '{}',
        logo bytea,
        has_logo boolean not null default false,
        version integer not null default 1,
        updated_at timestamptz(3) not null default now(),
        constraint booking_page_pkey primary key (id),
        constraint booking_page_single check (id)
      );
      insert into booking_page default values;
      alter table appointments drop constraint appointments_source,
        add constraint appointments_source check (source in ('phone', 'chat', 'web', 'panel'));
      alter table appointments add column visitor text;
      create index appointments_visitor on appointments (visitor) where visitor is not null;
      alter table clients drop constraint clients_source,
        add constraint clients_source check (source in ('panel', 'phone', 'chat', 'web', 'import'));
    `);
  }
}
