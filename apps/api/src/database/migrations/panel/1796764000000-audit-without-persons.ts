import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * The audit as the role `groupless_audit` may read it: who did what, when, to which object, and the names of changed fields. Without
 * what names clients or could: names and details of objects, the number in the id of a chat, the address of a visitor of the booking page.
 */
export class AuditWithoutPersons1796764000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view audit_without_persons with (security_barrier) as
        select id, at, user_id, user_name, key_id, key_name, action,
          case when object like 'chat:%' then 'chat' else object end as object, client_ids,
          case when key_id in ('booking-page', 'booking-link', 'waiting-list') then null else ip end as ip,
          details ->> 'fields' as fields
        from audit_events`);
  }
}
