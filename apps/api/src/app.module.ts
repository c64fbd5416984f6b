import { Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { AgentToolsModule } from './agent-tools/agent-tools.module';
import { AssistantAccountsModule } from './assistant-accounts/assistant-accounts.module';
import { AppointmentsModule } from './appointments/appointments.module';
import { AuditModule } from './audit/audit.module';
import { BookingPageModule } from './booking-page/booking-page.module';
import { ChangesModule } from './changes/changes.module';
import { BusyTimesModule } from './busy-times/busy-times.module';
import { AuthModule } from './auth/auth.module';
import { ClientMailsModule } from './client-mails/client-mails.module';
import { ClientRecordsModule } from './client-records/client-records.module';
import { ClientsModule } from './clients/clients.module';
import { ConfigModule } from './config/config.module';
import { ConversationsModule } from './conversations/conversations.module';
import type { Secrets } from './config/secrets-file';
import type { Settings } from './config/settings';
import { SecurityContactModule } from './security-contact/security-contact.module';
import { Bus } from './shared/bus/bus';
import { SharedModule } from './shared/shared.module';
import { BackupsModule } from './backup/backups.module';
import { DatabaseModule } from './database/database.module';
import { SealedValuesModule } from './database/sealed/sealed-values.module';
import type { DatabaseUrls } from './database/data-source-options';
import { DashboardModule } from './dashboard/dashboard.module';
import { HealthModule } from './health/health.module';
import { HooksModule } from './outbound-webhooks/hooks.module';
import { JobsModule } from './jobs/jobs.module';
import { InstallModule } from './install/install.module';
import { LiveModule } from './events/live/live.module';
import { MailModule } from './mail/mail.module';
import { MemoryWebhooksModule } from './memory-webhooks/memory-webhooks.module';
import { MetricsModule } from './metrics/metrics.module';
import { SettingsModule } from './settings/settings.module';
import { ReportsModule } from './reports/reports.module';
import { RetentionModule } from './retention/retention.module';
import { PersonalDataModule } from './personal-data/personal-data.module';
import type { Clock } from './platform/clock';
import type { PasswordCost } from './platform/crypto/password-cost';
import { PushModule } from './push/push.module';
import { TeamMailsModule } from './team-mails/team-mails.module';
import { UsersModule } from './users/users.module';
import { WaitingListModule } from './waiting-list/waiting-list.module';
import { WebhookAddressesModule } from './memory-webhooks/addresses/webhook-addresses.module';

export interface AppOptions {
  settings: Settings;
  secrets: Secrets;
  urls: DatabaseUrls;
  clock: Clock;
  /** Undefined: the usual one. */
  password_cost?: PasswordCost;
  /** Where the build left the panel's files. Undefined: nowhere. */
  panel_folder?: string;
  /** Where the build left the package of the CLI. Undefined: nowhere. */
  install_folder?: string;
}

@Module({})
export class AppModule implements OnApplicationBootstrap {
  constructor(private readonly bus: Bus) {}

  static with({ settings, secrets, urls, clock, password_cost, install_folder }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings, secrets, password_cost),
        SharedModule.with(clock),
        DatabaseModule.with(settings, urls),
        SealedValuesModule,
        JobsModule,
        ...(settings.backup_dir === null ? [] : [BackupsModule]),
        MailModule,
        AuthModule,
        UsersModule,
        ClientRecordsModule,
        ClientsModule,
        ConversationsModule,
        AssistantAccountsModule,
        WebhookAddressesModule,
        MemoryWebhooksModule,
        LiveModule,
        SettingsModule,
        AuditModule,
        AppointmentsModule,
        BookingPageModule,
        ChangesModule,
        BusyTimesModule,
        DashboardModule,
        HealthModule,
        SecurityContactModule,
        PersonalDataModule,
        ReportsModule,
        RetentionModule,
        ClientMailsModule,
        TeamMailsModule,
        PushModule,
        WaitingListModule,
        HooksModule,
        MetricsModule,
        AgentToolsModule,
        InstallModule.with(install_folder),
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.bus.demandHandlers();
  }
}
