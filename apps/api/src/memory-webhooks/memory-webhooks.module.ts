import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MemoryModule } from '../memory/memory.module';
import { WorkflowsModule } from '../webhook-addresses/workflows.module';
import { DescribeTools } from './describe.tools';
import { MemoryTools } from './memory.tools';
import { MemoryWebhooksController } from './memory-webhooks.controller';
import { WebhookAddressesController } from './webhook-addresses.controller';
import { UnknownWebhookController } from './unknown-webhook.controller';
import { WebhookCallObserver } from './webhook-call.observer';

@Module({
  imports: [AuthModule, MemoryModule, WorkflowsModule],
  controllers: [MemoryWebhooksController, WebhookAddressesController, UnknownWebhookController],
  providers: [MemoryTools, DescribeTools, WebhookCallObserver],
})
export class MemoryWebhooksModule {}
