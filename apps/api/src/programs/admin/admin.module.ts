import { Module, type DynamicModule } from '@nestjs/common';
import type { AppOptions } from '../../app.module';
import { AuthModule } from '../../auth/auth.module';
import { ConfigModule } from '../../config/config.module';
import { SharedModule } from '../../shared/shared.module';
import { DatabaseModule } from '../../database/database.module';

/** What the admin commands need of the application: no HTTP, and nothing that works by itself. */
@Module({})
export class AdminModule {
  static with({ settings, secrets, urls, clock }: AppOptions): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        ConfigModule.with(settings, secrets),
        SharedModule.with(clock),
        DatabaseModule.with(settings, urls),
        AuthModule,
      ],
    };
  }
}
