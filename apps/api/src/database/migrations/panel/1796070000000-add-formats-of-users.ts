import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** How a user wants dates and numbers written; null: as the region of the browser or of the business has it. */
export class AddFormatsOfUsers1796070000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column formats text');
  }
}
