import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../api-keys/api-keys.module';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { MemoryFilesController } from './memory-files.controller';
import { MemoryFilesRepository } from './memory-files.repository';
import { MemoryExportService } from './memory-export.service';
import { ReadersModule } from '../readers/readers.module';
import { SearchIndexModule } from '../search/index/search-index.module';
import { RecordsModule } from '../records/records.module';
import { ForeignFilesService } from './foreign/foreign-files.service';
import { ImportStorage } from './import-storage';
import { MemoryImportService } from './memory-import.service';

@Module({
  imports: [ApiKeysModule, AuditModule, EventsModule, ReadersModule, RecordsModule, SearchIndexModule],
  controllers: [MemoryFilesController],
  providers: [
    MemoryFilesRepository,
    MemoryExportService,
    ImportStorage,
    ForeignFilesService,
    MemoryImportService,
  ],
})
export class FilesModule {}
