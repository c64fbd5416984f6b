import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { LiveKeysService } from '../api-keys/live-keys.service';
import { AuditModule } from '../audit/audit.module';
import { SECRETS, SETTINGS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import { Clock } from '../shared/clock';
import { UsersModule } from '../users/users.module';
import { AccessGuard } from './access.guard';
import { AccountController } from './account.controller';
import { AccountRecoveryService } from './account-recovery.service';
import { AccountRepository } from './account.repository';
import { AuthController } from './auth.controller';
import { AuthCookies } from './auth-cookies';
import { AuthSession } from './auth-session.entity';
import { CalendarTokenController } from './calendar-token.controller';
import { CalendarTokensRepository } from './calendar-tokens.repository';
import { CalendarTokensService } from './calendar-tokens.service';
import { ConfirmationController } from './confirmation/confirmation.controller';
import { ConfirmationService } from './confirmation/confirmation.service';
import { KeyCredentialsService } from './keys/key-credentials.service';
import { KnownKeys } from './keys/known-keys';
import { AccessTokenGuard } from './tokens/access-token.guard';
import { AccessTokenStrategy } from './tokens/access-token.strategy';
import { DeclaredPolicies } from './declared-policies';
import { AttemptsService } from './limits/attempts.service';
import { FailureTrailService } from './limits/failure-trail.service';
import { KeyFailuresService } from './limits/key-failures.service';
import { IdentityService } from './identity.service';
import { InvitationService } from './invitation.service';
import { KnownDevices } from './known-devices';
import { LiveCallersService } from './live-callers.service';
import { LiveSessionsService } from './live-sessions.service';
import { LoginService } from './login.service';
import { OwnPasswordService } from './own-password.service';
import { OwnSessionsService } from './own-sessions.service';
import { OwnerProofService } from './owner-proof.service';
import { PasswordChangesService } from './password-changes.service';
import { RecoveryCode } from './recovery-code.entity';
import { RefreshToken } from './refresh-token.entity';
import { SecondFactorService } from './second-factor.service';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { TotpController } from './totp.controller';
import { TotpRepository } from './totp.repository';
import { TotpService } from './totp.service';
import { UserAccessController } from './user-access.controller';
import { UserAccessService } from './user-access.service';

@Module({
  imports: [
    DiscoveryModule,
    TypeOrmModule.forFeature([AuthSession, RefreshToken, RecoveryCode]),
    JwtModule.registerAsync({
      inject: [SECRETS],
      useFactory: ({ JWT_SECRET }: Secrets) => ({ secret: JWT_SECRET }),
    }),
    ApiKeysModule,
    AuditModule,
    UsersModule,
  ],
  controllers: [
    AuthController,
    AccountController,
    TotpController,
    CalendarTokenController,
    ConfirmationController,
    UserAccessController,
  ],
  providers: [
    {
      provide: KnownKeys,
      inject: [SETTINGS, SECRETS, LiveKeysService, Clock],
      useFactory: (settings: Settings, secrets: Secrets, made: LiveKeysService, clock: Clock) =>
        new KnownKeys(settings, secrets, made, clock),
    },
    AccountRecoveryService,
    AccountRepository,
    AuthCookies,
    AccessTokenGuard,
    AccessTokenStrategy,
    CalendarTokensRepository,
    CalendarTokensService,
    ConfirmationService,
    KeyCredentialsService,
    DeclaredPolicies,
    AttemptsService,
    FailureTrailService,
    KeyFailuresService,
    IdentityService,
    InvitationService,
    KnownDevices,
    LiveCallersService,
    LiveSessionsService,
    LoginService,
    OwnPasswordService,
    OwnSessionsService,
    OwnerProofService,
    PasswordChangesService,
    SecondFactorService,
    SessionsRepository,
    SessionsService,
    TotpRepository,
    TotpService,
    UserAccessService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [CalendarTokensService, KeyCredentialsService, LiveCallersService, KeyFailuresService],
})
export class AuthModule {}
