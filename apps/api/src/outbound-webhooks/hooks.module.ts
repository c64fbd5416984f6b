import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { MEMORY } from '../database/memory.data-source';
import { EventsModule } from '../events/events.module';
import { HookDeliveriesRepository } from './delivery/hook-deliveries.repository';
import { HookDelivery } from './delivery/hook-delivery.entity';
import { HookDispatcherService } from './delivery/hook-dispatcher.service';
import { MemoryHookOutboxRow, PanelHookOutboxRow, RecordedHookEvent } from './delivery/hook-outbox.entity';
import { HookRelayRepository } from './delivery/hook-relay.repository';
import { StoredEventsRepository } from './delivery/stored-events.repository';
import { HookSender } from './delivery/hook-sender.service';
import { Hook, OlderHookSecret } from './hook.entity';
import { HookLogService } from './hook-log.service';
import { HooksController } from './hooks.controller';
import { HooksRepository } from './hooks.repository';
import { HooksService } from './hooks.service';

@Module({
  imports: [
    AuditModule,
    EventsModule,
    TypeOrmModule.forFeature([Hook, OlderHookSecret, HookDelivery, PanelHookOutboxRow, RecordedHookEvent]),
    TypeOrmModule.forFeature([MemoryHookOutboxRow, RecordedHookEvent], MEMORY),
  ],
  controllers: [HooksController],
  providers: [
    HookDeliveriesRepository,
    HookDispatcherService,
    HookLogService,
    HookRelayRepository,
    StoredEventsRepository,
    HookSender,
    HooksRepository,
    HooksService,
  ],
})
export class HooksModule {}
