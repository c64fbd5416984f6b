import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { SettingsModule } from '../settings/settings.module';
import { ClientChangesController } from './changes/client-changes.controller';
import { ClientChangesService } from './changes/client-changes.service';
import { ClientContactsRepository } from './contacts/client-contacts.repository';
import { ClientContactsService } from './contacts/client-contacts.service';
import { PhonesAsGivenController } from './contacts/phones-as-given.controller';
import { PhonesAsGivenRepository } from './contacts/phones-as-given.repository';
import { PhonesAsGivenService } from './contacts/phones-as-given.service';
import { ClientCountsRepository } from './counts/client-counts.repository';
import { ClientCountsService } from './counts/client-counts.service';
import { ClientSearchService } from './search/client-search.service';
import { ClientWordsRepository } from './search/client-words.repository';
import { ClientErasure } from './client-erasure.entity';
import { ClientMerge } from './client-merge.entity';
import { Client } from './client.entity';
import { ClientsController } from './clients.controller';
import { ClientWritesRepository } from './changes/client-writes.repository';
import { ClientsRepository } from './clients.repository';
import { ClientsService } from './clients.service';
import { ClientTools } from './client.tools';
import { ClientExportRepository } from './files/client-export.repository';
import { ClientExportService } from './files/client-export.service';
import { ClientFileReader } from './files/client-file-reader';
import { ClientDuplicatesController } from './duplicates/client-duplicates.controller';
import { ClientDuplicatesService } from './duplicates/client-duplicates.service';
import { ClientFilesController } from './files/client-files.controller';
import { ClientImportRepository } from './files/client-import.repository';
import { ClientImportRow } from './files/imports/client-import-row.entity';
import { ClientImport } from './files/imports/client-import.entity';
import { ImportsController } from './files/imports/imports.controller';
import { ImportsRepository } from './files/imports/imports.repository';
import { ImportsService } from './files/imports/imports.service';
import { ClientImportService } from './files/client-import.service';
import { ClientChange } from './history/client-change.entity';
import { ClientHistoryController } from './history/client-history.controller';
import { ClientHistoryRepository } from './history/client-history.repository';
import { ClientHistoryService } from './history/client-history.service';

@Module({
  imports: [
    AuditModule,
    EventsModule,
    SettingsModule,
    TypeOrmModule.forFeature([
      Client,
      ClientChange,
      ClientErasure,
      ClientImport,
      ClientImportRow,
      ClientMerge,
    ]),
  ],
  controllers: [
    ClientFilesController,
    ImportsController,
    ClientChangesController,
    ClientDuplicatesController,
    ClientHistoryController,
    PhonesAsGivenController,
    ClientsController,
  ],
  providers: [
    ClientChangesService,
    ClientContactsRepository,
    ClientContactsService,
    ClientCountsRepository,
    ClientCountsService,
    ClientDuplicatesService,
    ClientHistoryRepository,
    ClientHistoryService,
    ClientWordsRepository,
    ClientSearchService,
    ClientsService,
    ClientTools,
    ClientWritesRepository,
    ClientsRepository,
    ClientFileReader,
    ClientImportService,
    ClientImportRepository,
    ImportsRepository,
    ImportsService,
    ClientExportService,
    ClientExportRepository,
    PhonesAsGivenRepository,
    PhonesAsGivenService,
  ],
  exports: [ClientContactsService, ClientCountsService, ClientsService],
})
export class ClientsModule {}
