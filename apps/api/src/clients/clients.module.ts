import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { SettingsModule } from '../settings/settings.module';
import { ClientContactsRepository } from './client-contacts.repository';
import { ClientContactsService } from './client-contacts.service';
import { ClientCountsRepository } from './client-counts.repository';
import { ClientCountsService } from './client-counts.service';
import { Client } from './client.entity';
import { ClientsController } from './clients.controller';
import { ClientsRepository } from './clients.repository';
import { ClientsService } from './clients.service';
import { ClientTools } from './client.tools';
import { ClientExportRepository } from './files/client-export.repository';
import { ClientExportService } from './files/client-export.service';
import { ClientFileReader } from './files/client-file-reader';
import { ClientFilesController } from './files/client-files.controller';
import { ClientImportRepository } from './files/client-import.repository';
import { ClientImportService } from './files/client-import.service';

@Module({
  imports: [AuditModule, EventsModule, SettingsModule, TypeOrmModule.forFeature([Client])],
  // Before `:id`: an address that is named in full is no id.
  controllers: [ClientFilesController, ClientsController],
  providers: [
    ClientContactsRepository,
    ClientContactsService,
    ClientCountsRepository,
    ClientCountsService,
    ClientsService,
    ClientTools,
    ClientsRepository,
    ClientFileReader,
    ClientImportService,
    ClientImportRepository,
    ClientExportService,
    ClientExportRepository,
  ],
  exports: [ClientContactsService, ClientCountsService],
})
export class ClientsModule {}
