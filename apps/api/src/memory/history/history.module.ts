import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { ReadersModule } from '../readers/readers.module';
import { SearchIndexModule } from '../search/index/search-index.module';
import { BriefModule } from '../brief/brief.module';
import { MemoryVersion } from './memory-version.entity';
import { HistoryController } from './history.controller';
import { HistoryService } from './history.service';
import { VersionsRepository } from './versions.repository';
import { CorrectionsRepository } from './corrections.repository';
import { ChatsModule } from '../chats/chats.module';
import { ErasingService } from './erasing/erasing.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([MemoryVersion], MEMORY),
    AuditModule,
    EventsModule,
    SearchIndexModule,
    BriefModule,
    ChatsModule,
    ReadersModule,
  ],
  controllers: [HistoryController],
  providers: [HistoryService, VersionsRepository, CorrectionsRepository, ErasingService],
  exports: [HistoryService, VersionsRepository],
})
export class HistoryModule {}
