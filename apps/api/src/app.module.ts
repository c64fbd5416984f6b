import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from './auth/auth.module';
import { ConfigModule } from './config/config.module';
import type { Secrets } from './config/secrets-file';
import type { Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';
import type { DatabaseUrls } from './database/data-source-options';
import { HealthModule } from './health/health.module';
import { MemoryWebhooksModule } from './memory-webhooks/memory-webhooks.module';
import type { Clock } from './shared/clock';
import { UsersModule } from './users/users.module';
import { WorkflowsModule } from './workflows/workflows.module';

export interface AppOptions {
  settings: Settings;
  secrets: Secrets;
  urls: DatabaseUrls;
  clock: Clock;
}

@Module({})
export class AppModule {
  static with({ settings, secrets, urls, clock }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings, secrets, clock),
        DatabaseModule.with(settings, urls),
        AuthModule,
        UsersModule,
        WorkflowsModule,
        MemoryWebhooksModule,
        HealthModule,
      ],
    };
  }
}
