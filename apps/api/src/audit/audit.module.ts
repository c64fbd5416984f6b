import { Inject, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { RetentionService } from '../shared/retention.service';
import { AuditEvent } from './audit-event.entity';
import { AuditRepository } from './audit.repository';
import { AuditService } from './audit.service';

@Module({
  imports: [TypeOrmModule.forFeature([AuditEvent])],
  providers: [AuditRepository, AuditService],
  exports: [AuditService],
})
export class AuditModule {
  constructor(
    retention: RetentionService,
    audit: AuditRepository,
    @Inject(SETTINGS) { audit_retention_days }: Settings,
  ) {
    // A trigger refuses to remove entries of the last 30 days, by the database's clock.
    const days = audit_retention_days === 0 ? 0 : Math.max(audit_retention_days, 31);
    retention.add({ what: 'audit', days, removeBefore: (before) => audit.removeBefore(before) });
  }
}
