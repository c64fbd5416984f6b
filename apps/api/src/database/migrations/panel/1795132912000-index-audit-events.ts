import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The orders in which the audit is read: all of it, and what each filter leaves of it, the newest first. */
export class IndexAuditEvents1795132912000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index audit_events_newest on audit_events (at desc, id desc)');
    await runner.query(`
      create index audit_events_of_user on audit_events (user_id, at desc, id desc) where user_id is not null`);
    await runner.query(`
      create index audit_events_of_object on audit_events (object, at desc, id desc) where object is not null`);
    // By the beginning of the action: compared byte for byte, so that a beginning is a range.
    await runner.query(
      'create index audit_events_of_action on audit_events (action collate "C", at desc, id desc)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index audit_events_newest, audit_events_of_user, audit_events_of_object, audit_events_of_action',
    );
  }
}
