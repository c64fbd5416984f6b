import { Module, type DynamicModule } from '@nestjs/common';
import type { AppOptions } from '../../app.module';
import { ConfigModule } from '../../config/config.module';
import { SharedModule } from '../../shared/shared.module';
import { DatabaseModule } from '../../database/database.module';
import { SealedValuesModule } from '../../database/sealed/sealed-values.module';

/** The part of the application that the key rotation needs. */
@Module({})
export class KeysRotateModule {
  static with({ settings, secrets, urls, clock }: AppOptions): DynamicModule {
    return {
      module: KeysRotateModule,
      imports: [
        ConfigModule.with(settings, secrets),
        SharedModule.with(clock),
        DatabaseModule.with(settings, urls),
        SealedValuesModule,
      ],
    };
  }
}
