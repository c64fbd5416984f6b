import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { ClientErasure } from '../clients/client-erasure.entity';
import { ClientsModule } from '../clients/clients.module';
import { EventsModule } from '../events/events.module';
import { MemoryModule } from '../memory/memory.module';
import { SettingsModule } from '../settings/settings.module';
import { ClientDataRepository } from './client-data.repository';
import { ClientDataService } from './client-data.service';
import { ErasuresRepository } from './erasures.repository';
import { ErasuresService } from './erasures.service';
import { PersonalDataController } from './personal-data.controller';
import { QuietRowsRepository } from './quiet/quiet-rows.repository';
import { QuietService } from './quiet/quiet.service';

/** A client's data: handed over, and erased. */
@Module({
  imports: [
    AuditModule,
    ClientsModule,
    EventsModule,
    MemoryModule,
    SettingsModule,
    TypeOrmModule.forFeature([ClientErasure]),
  ],
  controllers: [PersonalDataController],
  providers: [
    ClientDataRepository,
    ClientDataService,
    ErasuresRepository,
    ErasuresService,
    QuietRowsRepository,
    QuietService,
  ],
})
export class PersonalDataModule {}
