import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { SealedValuesModule } from '../database/sealed/sealed-values.module';
import { EventsModule } from '../events/events.module';
import { SettingsModule } from '../settings/settings.module';
import { PushDevice } from './devices/push-device.entity';
import { PushDevicesRepository } from './devices/push-devices.repository';
import { PushDevicesService } from './devices/push-devices.service';
import { VapidKeys } from './devices/vapid-keys.service';
import { PushController } from './push.controller';
import { PushNoticesRepository } from './telling/push-notices.repository';
import { PushNoticesService } from './telling/push-notices.service';
import { PushSender } from './telling/push-sender.service';

/** Tells the team on devices whose panel is closed (Web Push). */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    EventsModule,
    SealedValuesModule,
    SettingsModule,
    TypeOrmModule.forFeature([PushDevice]),
  ],
  controllers: [PushController],
  providers: [
    PushDevicesRepository,
    PushDevicesService,
    PushNoticesRepository,
    PushNoticesService,
    PushSender,
    VapidKeys,
  ],
})
export class PushModule {}
