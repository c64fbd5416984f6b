import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A report of a year reads months instead of days: `report_cells` has them too, by their first day. All is counted anew, since
 * `made` is without its source now, which `made_source` has.
 */
export class SumMonthsOfReports1796750000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      truncate report_cells, report_days;
      alter table report_cells
        add column span text not null,
        -- A range of it has what begins alike.
        alter column key type text collate "C",
        add constraint report_cells_span check (span in ('day', 'month')),
        drop constraint report_cells_pkey,
        add constraint report_cells_pkey primary key (span, day, figure, key)`);
  }
}
