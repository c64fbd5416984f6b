import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The front desk: as an operator, without the memory and the assistant accounts. */
export class AddRoleDesk1796060000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(checkRoles(`'admin', 'operator', 'desk', 'viewer'`));
  }

  /** Nobody keeps a role that the version before does not know. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update users set role = 'viewer' where role = 'desk'`);
    await runner.query(checkRoles(`'admin', 'operator', 'viewer'`));
  }
}

function checkRoles(roles: string): string {
  return `
    alter table users drop constraint users_role;
    alter table users add constraint users_role check (role in (${roles}))`;
}
