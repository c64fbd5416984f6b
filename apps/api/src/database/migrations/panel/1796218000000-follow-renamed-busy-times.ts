import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Another process may know the former name of a resource for a second: blocks and calendars get the present one too. */
export class FollowRenamedBusyTimes1796218000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create trigger follow_renamed_resource before insert or update of resource on blocks
        for each row execute function follow_renamed_resource();
      create trigger follow_renamed_resource before insert or update of resource on busy_calendars
        for each row execute function follow_renamed_resource()`);
  }
}
