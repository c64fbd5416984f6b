import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A project is active, paused or archived. The three words are written in one way; any other word stays as it is, and counts as
 * active.
 */
export class ArchiveProjects1796290000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update assistant_projects set status = lower(btrim(status))
      where lower(btrim(status)) in ('active', 'paused', 'archived') and status <> lower(btrim(status))`);
  }
}
