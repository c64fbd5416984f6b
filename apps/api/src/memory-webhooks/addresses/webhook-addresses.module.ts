import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/audit.module';
import { EventsModule } from '../../events/events.module';
import { ExecutionsRepository } from './executions.repository';
import { ExecutionsService } from './executions.service';
import { Execution } from './execution.entity';
import { HourlyCalls } from './hourly-calls.entity';
import { WebhookAddress } from './webhook-address.entity';
import { WebhookAddressesController } from './webhook-addresses.controller';
import { WorkflowsController } from './workflows.controller';
import { WebhookAddressesRepository } from './webhook-addresses.repository';
import { WebhookAddressesService } from './webhook-addresses.service';

@Module({
  imports: [AuditModule, EventsModule, TypeOrmModule.forFeature([WebhookAddress, Execution, HourlyCalls])],
  controllers: [WebhookAddressesController, WorkflowsController],
  providers: [ExecutionsRepository, ExecutionsService, WebhookAddressesRepository, WebhookAddressesService],
  exports: [ExecutionsService, WebhookAddressesService],
})
export class WebhookAddressesModule {}
