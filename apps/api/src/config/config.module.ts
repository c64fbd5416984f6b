import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Secrets } from './secrets-file';
import type { Settings } from './settings';

export const SETTINGS = Symbol('settings');
export const SECRETS = Symbol('secrets');

/** What was read once at the start, for whoever injects it. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings, secrets: Secrets): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: SECRETS, useValue: secrets },
      ],
      exports: [SETTINGS, SECRETS],
    };
  }
}
