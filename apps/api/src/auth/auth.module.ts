import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { AuditModule } from '../audit/audit.module';
import { SECRETS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import { EventsModule } from '../events/events.module';
import { MailModule } from '../mail/mail.module';
import { SettingsModule } from '../settings/settings.module';
import { UsersModule } from '../users/users.module';
import { AccessGuard } from './access.guard';
import { AccountController } from './account/account.controller';
import { AccountRecoveryService } from './account/account-recovery.service';
import { AccountRepository } from './account/account.repository';
import { AuthController } from './log-in/auth.controller';
import { AuthCookies } from './log-in/auth-cookies';
import { AuthSession } from './sessions/auth-session.entity';
import { CalendarTokenController } from './calendar/calendar-token.controller';
import { CalendarTokensRepository } from './calendar/calendar-tokens.repository';
import { CalendarTokensService } from './calendar/calendar-tokens.service';
import { ConfirmationController } from './confirmation/confirmation.controller';
import { ConfirmationService } from './confirmation/confirmation.service';
import { KeyCredentialsService } from './key-credentials.service';
import { ForgottenLimitsService } from './forgotten/forgotten-limits.service';
import { ForgottenPasswordController } from './forgotten/forgotten-password.controller';
import { ForgottenPasswordsService } from './forgotten/forgotten-passwords.service';
import { PasswordResetsService } from './forgotten/password-resets.service';
import { PasswordReset } from '../users/passwords/password-reset.entity';
import { PasswordResetsRepository } from './forgotten/password-resets.repository';
import { AccessTokenGuard } from './tokens/access-token.guard';
import { AccessTokenStrategy } from './tokens/access-token.strategy';
import { DeclaredPolicies } from './declared-policies';
import { AttemptsService } from './limits/attempts.service';
import { CounterCleanupService } from './limits/counter-cleanup.service';
import { FailureTrailService } from './limits/failure-trail.service';
import { KeyFailuresService } from './limits/key-failures.service';
import { LookUpsService } from './limits/look-ups.service';
import { VisitsService } from './limits/visits.service';
import { IdentityService } from './log-in/identity.service';
import { InvitationService } from './log-in/invitation.service';
import { KnownDevices } from './log-in/known-devices';
import { LiveCallersService } from './sessions/live-callers.service';
import { LiveSessionsService } from './sessions/live-sessions.service';
import { LoginService } from './log-in/login.service';
import { OwnPasswordService } from './account/own-password.service';
import { OwnSessionsService } from './sessions/own-sessions.service';
import { OwnerProofService } from './account/owner-proof.service';
import { PasswordChangesService } from './account/password-changes.service';
import { RecoveryCode } from './totp/recovery-code.entity';
import { RefreshToken } from './sessions/refresh-token.entity';
import { SecondFactorService } from './totp/second-factor.service';
import { AuthSessionsRepository } from './sessions/auth-sessions.repository';
import { AuthSessionsService } from './sessions/auth-sessions.service';
import { TotpController } from './totp/totp.controller';
import { TotpRepository } from './totp/totp.repository';
import { TotpService } from './totp/totp.service';
import { UserAccessController } from './account/user-access.controller';
import { UserAccessService } from './account/user-access.service';

@Module({
  imports: [
    DiscoveryModule,
    TypeOrmModule.forFeature([AuthSession, PasswordReset, RefreshToken, RecoveryCode]),
    JwtModule.registerAsync({
      inject: [SECRETS],
      useFactory: ({ JWT_SECRET }: Secrets) => ({ secret: JWT_SECRET }),
    }),
    ApiKeysModule,
    AuditModule,
    EventsModule,
    MailModule,
    SettingsModule,
    UsersModule,
  ],
  controllers: [
    AuthController,
    AccountController,
    TotpController,
    CalendarTokenController,
    ConfirmationController,
    ForgottenPasswordController,
    UserAccessController,
  ],
  providers: [
    AccountRecoveryService,
    AccountRepository,
    AuthCookies,
    AccessTokenGuard,
    AccessTokenStrategy,
    CalendarTokensRepository,
    CalendarTokensService,
    ConfirmationService,
    CounterCleanupService,
    KeyCredentialsService,
    DeclaredPolicies,
    AttemptsService,
    FailureTrailService,
    ForgottenLimitsService,
    ForgottenPasswordsService,
    PasswordResetsService,
    KeyFailuresService,
    LookUpsService,
    VisitsService,
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
    PasswordResetsRepository,
    SecondFactorService,
    AuthSessionsRepository,
    AuthSessionsService,
    TotpRepository,
    TotpService,
    UserAccessService,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [
    LookUpsService,
    VisitsService,
    CalendarTokensService,
    KeyCredentialsService,
    LiveCallersService,
    KeyFailuresService,
  ],
})
export class AuthModule {}
