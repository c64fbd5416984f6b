import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Devices of users are told by push of what happens. A notice is for one way, and is not told to who did it. */
export class PushToDevices1796725000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users
        add column notify_push text[] not null default '{}',
        add column push_names boolean not null default false;

      create table push_devices (
        id uuid constraint push_devices_pkey primary key,
        session_id uuid not null constraint push_devices_session references auth_sessions on delete cascade,
        endpoint_digest bytea not null constraint push_devices_endpoint unique,
        subscription text not null,
        created_at timestamptz(3) not null,
        last_at timestamptz(3)
      );
      create index push_devices_session_id on push_devices (session_id);

      alter table team_notices
        add column way text not null default 'mail' constraint team_notices_way check (way in ('mail', 'push')),
        add column by_id uuid`);
  }
}
