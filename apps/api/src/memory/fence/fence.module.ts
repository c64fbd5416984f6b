import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { ReadersModule } from '../readers/readers.module';
import { SearchIndexModule } from '../search/index/search-index.module';
import { QuarantineEntry } from './quarantine/quarantine-entry.entity';
import { QuarantineController } from './quarantine/quarantine.controller';
import { QuarantineRepository } from './quarantine/quarantine.repository';
import { QuarantineService } from './quarantine/quarantine.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([QuarantineEntry], MEMORY),
    AuditModule,
    EventsModule,
    SearchIndexModule,
    ReadersModule,
  ],
  controllers: [QuarantineController],
  providers: [QuarantineRepository, QuarantineService],
  exports: [QuarantineService],
})
export class FenceModule {}
