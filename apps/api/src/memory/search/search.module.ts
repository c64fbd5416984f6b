import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { SettingsModule } from '../../settings/settings.module';
import { SearchIndexModule } from './index/search-index.module';
import { ReadersModule } from '../readers/readers.module';
import { RecordsModule } from '../records/records.module';
import { SearchController } from './search.controller';
import { SearchService } from './search.service';
import { SearchRepository } from './search.repository';
import { SearchTimeService } from './times/search-time.service';
import { SearchTools } from './search.tools';
import { OwnTurnsRepository } from './recall/own-turns.repository';
import { RecallController } from './recall/recall.controller';
import { RecallService } from './recall/recall.service';
import { MemoryRowsRepository } from './rows/memory-rows.repository';
import { MemoryRowsService } from './rows/memory-rows.service';
import { MemoryRowsTools } from './rows/memory-rows.tools';

@Module({
  imports: [AuditModule, EventsModule, SettingsModule, SearchIndexModule, RecordsModule, ReadersModule],
  controllers: [RecallController, SearchController],
  providers: [
    SearchService,
    SearchRepository,
    SearchTimeService,
    SearchTools,
    OwnTurnsRepository,
    RecallService,
    MemoryRowsRepository,
    MemoryRowsService,
    MemoryRowsTools,
  ],
  exports: [SearchService],
})
export class SearchModule {}
