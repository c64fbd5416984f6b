import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SECRETS, SETTINGS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import { PanelStatements } from '../database/database.module';
import { Clock } from '../shared/clock';
import { UsersModule } from '../users/users.module';
import { AccessGuard } from './access.guard';
import { AccountController } from './account.controller';
import { AccountRecoveryService } from './account-recovery.service';
import { AccountRepository } from './account.repository';
import { ApiKeys } from './api-keys';
import { AuthController } from './auth.controller';
import { AuthCookies } from './auth-cookies';
import { AuthSession } from './auth-session.entity';
import { BearerStrategy } from './bearer.strategy';
import { CredentialsService } from './credentials.service';
import { DeclaredPolicies } from './declared-policies';
import { FailuresService } from './failures.service';
import { GuessesService } from './guesses.service';
import { IdentityService } from './identity.service';
import { KnownDevices } from './known-devices';
import { LiveSessionsService } from './live-sessions.service';
import { LoginService } from './login.service';
import { OwnPasswordService } from './own-password.service';
import { OwnSessionsService } from './own-sessions.service';
import { OwnerProofService } from './owner-proof.service';
import { SecondFactorService } from './second-factor.service';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { TotpController } from './totp.controller';
import { TotpService } from './totp.service';

@Module({
  imports: [
    DiscoveryModule,
    TypeOrmModule.forFeature([AuthSession]),
    JwtModule.registerAsync({
      inject: [SECRETS],
      useFactory: ({ JWT_SECRET }: Secrets) => ({ secret: JWT_SECRET }),
    }),
    AuditModule,
    UsersModule,
  ],
  controllers: [AuthController, AccountController, TotpController],
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
    AccountRecoveryService,
    AccountRepository,
    AuthCookies,
    BearerStrategy,
    CredentialsService,
    DeclaredPolicies,
    GuessesService,
    IdentityService,
    KnownDevices,
    LiveSessionsService,
    LoginService,
    OwnPasswordService,
    OwnSessionsService,
    OwnerProofService,
    SecondFactorService,
    SessionsRepository,
    SessionsService,
    TotpService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [CredentialsService, FailuresService],
})
export class AuthModule {}
