import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { MemoryFilesController } from './memory-files.controller';
import { MemoryFilesRepository } from './memory-files.repository';
import { MemoryExportService } from './memory-export.service';
import { MemoryImportService } from './memory-import.service';

@Module({
  imports: [AuditModule, EventsModule],
  controllers: [MemoryFilesController],
  providers: [MemoryFilesRepository, MemoryExportService, MemoryImportService],
})
export class FilesModule {}
