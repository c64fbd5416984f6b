import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { AuditLogController } from './audit-log.controller';
import { AuditLogRepository } from './audit-log.repository';
import { AuditLogService } from './audit-log.service';

/** Reading the audit. Apart from writing it: days are read in the time zone of the settings, which write the audit. */
@Module({
  imports: [SettingsModule],
  controllers: [AuditLogController],
  providers: [AuditLogRepository, AuditLogService],
})
export class AuditLogModule {}
