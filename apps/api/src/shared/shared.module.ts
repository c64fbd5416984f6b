import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SECRETS, SETTINGS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { Bus } from './bus/bus';

/** Provides the clock, the bus and the sealed texts. */
@Global()
@Module({})
export class SharedModule {
  static with(clock: Clock): DynamicModule {
    return {
      module: SharedModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: Clock, useValue: clock },
        Bus,
        {
          provide: SealedTexts,
          inject: [SETTINGS, SECRETS],
          useFactory: ({ credentials_keys_previous }: Settings, { CREDENTIALS_KEY }: Secrets) =>
            new SealedTexts(CREDENTIALS_KEY, credentials_keys_previous),
        },
      ],
      exports: [Bus, Clock, SealedTexts],
    };
  }
}
