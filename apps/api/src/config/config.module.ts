import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '../shared/clock';
import { SealedTexts } from '../shared/crypto/sealed-text';
import type { Secrets } from './secrets-file';
import type { Settings } from './settings';

export const SETTINGS = Symbol('settings');
export const SECRETS = Symbol('secrets');

/** What was read once at the start, the clock and the keeper of sealed texts, for whoever injects them. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings, secrets: Secrets, clock: Clock): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: SECRETS, useValue: secrets },
        { provide: Clock, useValue: clock },
        {
          provide: SealedTexts,
          useFactory: () => new SealedTexts(secrets.CREDENTIALS_KEY, settings.credentials_keys_previous),
        },
      ],
      exports: [SETTINGS, SECRETS, Clock, SealedTexts],
    };
  }
}
