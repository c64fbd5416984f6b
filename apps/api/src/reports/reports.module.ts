import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { CountedCellsService } from './counted-cells.service';
import { ReportDaysService } from './report-days.service';
import { ReportsController } from './reports.controller';
import { ReportsRepository } from './reports.repository';
import { ReportsService } from './reports.service';

/** How the business went: what the rows of several features say of a period. */
@Module({
  imports: [SettingsModule],
  controllers: [ReportsController],
  providers: [CountedCellsService, ReportDaysService, ReportsRepository, ReportsService],
  exports: [ReportsService],
})
export class ReportsModule {}
