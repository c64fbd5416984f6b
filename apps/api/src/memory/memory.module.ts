import { Inject, Module } from '@nestjs/common';
import { SETTINGS } from '../config/config.module';
import { RetentionService } from '../shared/retention.service';
import { ProjectMergesRepository } from './records/projects/project-merges.repository';
import { ChatMessagesRepository } from './chats/chat-messages.repository';
import { VersionsRepository } from './history/versions.repository';
import type { Settings } from '../config/settings';
import { LIMITS } from '@groupless/shared-dto';
import { RecordsModule } from './records/records.module';
import { AssistantsModule } from './assistants/assistants.module';
import { ChatsModule } from './chats/chats.module';
import { HistoryModule } from './history/history.module';
import { FenceModule } from './fence/fence.module';
import { BriefModule } from './brief/brief.module';
import { SearchModule } from './search/search.module';
import { SearchIndexModule } from './search/search-index.module';
import { FilesModule } from './files/files.module';

const ROOMS = [
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
export class MemoryModule {
  constructor(
    retention: RetentionService,
    versions: VersionsRepository,
    chats: ChatMessagesRepository,
    merges: ProjectMergesRepository,
    @Inject(SETTINGS) { memory_versions_days, chat_retention_days }: Settings,
  ) {
    retention.add({
      what: 'versions of the memory',
      days: memory_versions_days,
      removeBefore: (before) => versions.removeBefore(before),
    });
    retention.add({
      what: 'messages of chats',
      days: chat_retention_days,
      removeBefore: (before) => chats.removeBefore(before),
    });
    retention.add({
      what: 'merges of projects',
      days: LIMITS.merge_undo_days,
      removeBefore: (before) => merges.removeBefore(before),
    });
  }
}
