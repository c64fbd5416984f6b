import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The front desk: as an operator, without the memory and the assistant accounts. */
export class AddRoleDesk1796060000001 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(checkRoles(`'admin', 'operator', 'desk', 'viewer'`));
  }
}

function checkRoles(roles: string): string {
  return `
    alter table users drop constraint users_role;
    alter table users add constraint users_role check (role in (${roles}))`;
}
