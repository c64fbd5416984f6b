import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** An operator blocks a time of a resource or of all. */
export class BlockTimes1796215000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table blocks (
        id uuid constraint blocks_pkey primary key,
        resource text,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        reason text not null default '',
        series_id uuid,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint blocks_length check (ends_at > starts_at and ends_at - starts_at <= interval '371 days')
      );
      create index blocks_at on blocks using gist (tstzrange(starts_at, ends_at, '[)'));
      create index blocks_by_start on blocks (starts_at, id);
      create index blocks_of_series on blocks (series_id, starts_at) where series_id is not null;
      create trigger hook_insert after insert on blocks
        for each row execute function hook_enqueue('block.updated', 'id', '');
      create trigger hook_update after update on blocks
        for each row execute function hook_enqueue('block.updated', 'id', '');
      create trigger hook_delete after delete on blocks
        for each row execute function hook_enqueue('block.updated', 'id', '')`);
  }
}
