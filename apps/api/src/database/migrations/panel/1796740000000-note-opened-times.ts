import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * When each resource could be booked if it had no appointments, as it was seen last. What has come to it since (longer hours,
 * a block, a closure or an event that is gone, a new resource, the next day) is as free for who waits as a cancelled visit.
 */
export class NoteOpenedTimes1796740000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table open_times (
        resource_id uuid not null,
        during tstzmultirange not null,
        constraint open_times_pkey primary key (resource_id)
      )`);
  }
}
