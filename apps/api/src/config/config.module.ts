import { Global, Module, type DynamicModule } from '@nestjs/common';
import { PASSWORD_COST } from '../platform/crypto/password-cost';
import type { Secrets } from './secrets-file';
import type { Settings } from './settings';

export const SETTINGS = Symbol('settings');
export const SECRETS = Symbol('secrets');
export const PASSWORD_COSTS = Symbol('password costs');

/** Provides the settings and secrets, which are read once at the start. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings, secrets: Secrets, password_cost = PASSWORD_COST): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: SECRETS, useValue: secrets },
        { provide: PASSWORD_COSTS, useValue: password_cost },
      ],
      exports: [SETTINGS, SECRETS, PASSWORD_COSTS],
    };
  }
}
