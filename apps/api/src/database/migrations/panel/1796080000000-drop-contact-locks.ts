import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The program takes these locks itself. Nothing calls the function. */
export class DropContactLocks1796080000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    // A database from before 1.0 may lack it.
    await runner.query('drop function if exists lock_client_contacts(text, text)');
  }
}
