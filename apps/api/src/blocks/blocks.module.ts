import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AuditModule } from '../audit/audit.module';
import { EventsModule } from '../events/events.module';
import { SettingsModule } from '../settings/settings.module';
import { BlockFollower } from './block-follower.service';
import { BlockMovesRepository } from './block-moves.repository';
import { Block } from './block.entity';
import { BlocksController } from './blocks.controller';
import { BlocksRepository } from './blocks.repository';
import { BlocksService } from './blocks.service';

@Module({
  imports: [TypeOrmModule.forFeature([Block]), AppointmentsModule, AuditModule, EventsModule, SettingsModule],
  controllers: [BlocksController],
  providers: [BlockFollower, BlockMovesRepository, BlocksRepository, BlocksService],
})
export class BlocksModule {}
