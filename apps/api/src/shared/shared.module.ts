import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SECRETS, SETTINGS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { Bus } from './bus/bus';
import { OutboundCalls } from './outbound/outbound-calls.service';

/** Provides the clock, the bus, the sealed texts and calls of other servers. */
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
        OutboundCalls,
        {
          provide: SealedTexts,
          inject: [SETTINGS, SECRETS],
          useFactory: ({ credentials_keys_previous }: Settings, { CREDENTIALS_KEY }: Secrets) =>
            new SealedTexts(CREDENTIALS_KEY, credentials_keys_previous),
        },
      ],
      exports: [Bus, Clock, OutboundCalls, SealedTexts],
    };
  }
}
