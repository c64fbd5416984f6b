import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { MailModule } from '../mail/mail.module';
import { ApiKey, OlderKeyText } from './api-key.entity';
import { RevokedKey } from './revoked-key.entity';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { KnownKeys } from './known-keys';
import { LiveKeysService } from './live-keys.service';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, OlderKeyText, RevokedKey]), AuditModule, MailModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeysService, KnownKeys, LiveKeysService],
  exports: [KnownKeys, LiveKeysService],
})
export class ApiKeysModule {}
