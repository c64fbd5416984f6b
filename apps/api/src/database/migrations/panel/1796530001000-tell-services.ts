import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * `busy_times()` tells the id of the resource. Only on the way from one unreleased state to another there is something that its
 * present definition cannot replace.
 */
export class TellServices1796530001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function if exists busy_times(timestamptz, timestamptz);
      drop trigger if exists list_service_added on appointments;
      drop trigger if exists list_service_changed on appointments`);
  }
}
