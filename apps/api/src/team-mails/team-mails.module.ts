import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DashboardModule } from '../dashboard/dashboard.module';
import { MailModule } from '../mail/mail.module';
import { BackupFaultsService } from './backup-faults.service';
import { ReportsModule } from '../reports/reports.module';
import { SettingsModule } from '../settings/settings.module';
import { WeeklyReportService } from './weekly-report.service';
import { LinkTextNoticesService } from './link-text-notices.service';
import { TeamMailsRepository } from './team-mails.repository';
import { TeamMailsService } from './team-mails.service';
import { TeamNotice } from './team-notice.entity';

/** Mails to the team, of what each person has chosen. */
@Module({
  imports: [
    DashboardModule,
    TypeOrmModule.forFeature([TeamNotice]),
    MailModule,
    ReportsModule,
    SettingsModule,
  ],
  providers: [
    BackupFaultsService,
    LinkTextNoticesService,
    TeamMailsRepository,
    TeamMailsService,
    WeeklyReportService,
  ],
})
export class TeamMailsModule {}
