import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BASE } from './create-jobs/base';
import { JOBS } from './create-jobs/jobs';
import { QUEUES } from './create-jobs/queues';
import { RECORDS } from './create-jobs/records';

/** The schema of the job engine, as `getConstructionPlans('jobs')` of pg-boss 12.38.0 writes it (its version 46). */
export class CreateJobs1796220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [BASE, JOBS, RECORDS, QUEUES]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema jobs cascade');
  }
}
