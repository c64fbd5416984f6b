import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { RetentionController } from './retention.controller';
import { RetentionService } from './retention.service';
import { RetentionSettings } from './retention-settings.entity';
import { RetentionSettingsRepository } from './retention-settings.repository';
import { RetentionSettingsService } from './retention-settings.service';

/** Removes what is older than the settings allow. */
@Module({
  imports: [AuditModule, DiscoveryModule, TypeOrmModule.forFeature([RetentionSettings])],
  controllers: [RetentionController],
  providers: [RetentionService, RetentionSettingsRepository, RetentionSettingsService],
})
export class RetentionModule {}
