import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { AppOptions } from '../../app.module';
import { Appointment } from '../../appointments/appointment.entity';
import { AuthModule } from '../../auth/auth.module';
import { Client } from '../../clients/client.entity';
import { ConfigModule } from '../../config/config.module';
import { JobsModule } from '../../jobs/jobs.module';
import { SharedModule } from '../../shared/shared.module';
import { DatabaseModule } from '../../database/database.module';

/** The part of the application that the admin commands need: no HTTP, and no background work is done. */
@Module({})
export class AdminModule {
  static with({ settings, secrets, urls, clock }: AppOptions): DynamicModule {
    return {
      module: AdminModule,
      imports: [
        ConfigModule.with(settings, secrets),
        SharedModule.with(clock),
        DatabaseModule.with(settings, urls),
        // Notices are added to its queue; the server sends them.
        JobsModule,
        AuthModule,
        // Mails belong to them.
        TypeOrmModule.forFeature([Client, Appointment]),
      ],
    };
  }
}
