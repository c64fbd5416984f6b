import { Module } from '@nestjs/common';
import { ReadersModule } from './readers/readers.module';
import { RecordsModule } from './records/records.module';
import { AssistantsModule } from './assistants/assistants.module';
import { ChatsModule } from './chats/chats.module';
import { HistoryModule } from './history/history.module';
import { FenceModule } from './fence/fence.module';
import { BriefModule } from './brief/brief.module';
import { SearchModule } from './search/search.module';
import { SearchIndexModule } from './search/index/search-index.module';
import { FilesModule } from './files/files.module';

const ROOMS = [
  ReadersModule,
  RecordsModule,
  AssistantsModule,
  ChatsModule,
  HistoryModule,
  FenceModule,
  BriefModule,
  SearchModule,
  SearchIndexModule,
  FilesModule,
];

/** The memory: each room is a module of its own; other features import this one. */
@Module({ imports: ROOMS, exports: ROOMS })
export class MemoryModule {}
