import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { LiveKeysService } from './live-keys.service';

@Module({
  imports: [AuditModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeysService, LiveKeysService],
  exports: [LiveKeysService],
})
export class ApiKeysModule {}
