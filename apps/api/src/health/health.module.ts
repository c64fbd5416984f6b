import { Module } from '@nestjs/common';
import { MemoryModule } from '../memory/memory.module';
import { DatabaseReportController } from './database-report/database-report.controller';
import { DatabaseReportRepository } from './database-report/database-report.repository';
import { DatabaseReportService } from './database-report/database-report.service';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({
  imports: [MemoryModule],
  controllers: [DatabaseReportController, HealthController],
  providers: [DatabaseReportRepository, DatabaseReportService, HealthService],
})
export class HealthModule {}
