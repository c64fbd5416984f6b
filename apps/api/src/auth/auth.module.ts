import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { SECRETS, SETTINGS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import { PanelStatements } from '../database/database.module';
import { Clock } from '../shared/clock';
import { AccessGuard } from './access.guard';
import { ApiKeys } from './api-keys';
import { CredentialsService } from './credentials.service';
import { DeclaredPolicies } from './declared-policies';
import { FailuresService } from './failures.service';

@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: ApiKeys,
      inject: [SETTINGS, SECRETS, Clock],
      useFactory: (settings: Settings, secrets: Secrets, clock: Clock) =>
        new ApiKeys(settings, secrets, clock),
    },
    {
      provide: FailuresService,
      inject: [PanelStatements, SETTINGS],
      useFactory: (panel: PanelStatements, settings: Settings) =>
        new FailuresService(panel, settings.key_failures_per_minute),
    },
    CredentialsService,
    DeclaredPolicies,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [CredentialsService, FailuresService],
})
export class AuthModule {}
