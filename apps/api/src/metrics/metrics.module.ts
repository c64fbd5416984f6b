import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LiveModule } from '../events/live/live.module';
import { MemoryModule } from '../memory/memory.module';
import { WebhookAddressesModule } from '../memory-webhooks/addresses/webhook-addresses.module';
import { MetricsController } from './metrics.controller';
import { MetricsRepository } from './metrics.repository';
import { MetricsService } from './metrics.service';
import { RequestMetrics } from './request-metrics';

@Module({
  imports: [DashboardModule, LiveModule, MemoryModule, WebhookAddressesModule],
  controllers: [MetricsController],
  providers: [MetricsRepository, MetricsService, RequestMetrics],
})
export class MetricsModule {}
