import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { BusyTimesController } from './busy-times.controller';
import { BusyTimesRepository } from './busy-times.repository';
import { BusyTimesService } from './busy-times.service';

@Module({
  imports: [SettingsModule],
  controllers: [BusyTimesController],
  providers: [BusyTimesRepository, BusyTimesService],
  exports: [BusyTimesService],
})
export class BusyTimesModule {}
