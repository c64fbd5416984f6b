import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { MemoryModule } from '../memory/memory.module';
import { WebhookAddressesModule } from './addresses/webhook-addresses.module';
import { DescribeTools } from './describe.tools';
import { MemoryTools } from './memory.tools';
import { MemoryWebhooksController } from './memory-webhooks.controller';
import { UnknownWebhookController } from './unknown-webhook.controller';
import { WebhookCallObserver } from './webhook-call.observer';

@Module({
  imports: [AuthModule, MemoryModule, WebhookAddressesModule],
  controllers: [MemoryWebhooksController, UnknownWebhookController],
  providers: [MemoryTools, DescribeTools, WebhookCallObserver],
})
export class MemoryWebhooksModule {}
