import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../../api-keys/api-keys.module';
import { AuditModule } from '../../audit/audit.module';
import { MEMORY } from '../../database/memory.data-source';
import { EventsModule } from '../../events/events.module';
import { MemorySettingsController } from './memory-settings.controller';
import { MemorySettings } from './memory-settings.entity';
import { MemorySettingsRepository } from './memory-settings.repository';
import { MemorySettingsService } from './memory-settings.service';
import { OwnRowsService } from './own-rows.service';
import { ReadersService } from './readers.service';
import { RowEventsService } from './row-events.service';
import { RowOwnersRepository } from './row-owners.repository';

@Module({
  imports: [TypeOrmModule.forFeature([MemorySettings], MEMORY), ApiKeysModule, AuditModule, EventsModule],
  controllers: [MemorySettingsController],
  providers: [
    MemorySettingsService,
    MemorySettingsRepository,
    OwnRowsService,
    ReadersService,
    RowEventsService,
    RowOwnersRepository,
  ],
  exports: [OwnRowsService, ReadersService, RowEventsService],
})
export class ReadersModule {}
