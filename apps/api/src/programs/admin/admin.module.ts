import { Module, type DynamicModule } from '@nestjs/common';
import type { AppOptions } from '../../app.module';
import { AuthModule } from '../../auth/auth.module';
import { ConfigModule } from '../../config/config.module';
import { SharedModule } from '../../shared/shared.module';
import { DatabaseModule } from '../../database/database.module';

/** The part of the application that the admin commands need: no HTTP, no background jobs. */
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
