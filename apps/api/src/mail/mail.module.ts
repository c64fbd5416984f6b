import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { SettingsModule } from '../settings/settings.module';
import { Mail } from './log/mail.entity';
import { MailLogService } from './log/mail-log.service';
import { MailsController } from './log/mails.controller';
import { MailsRepository } from './log/mails.repository';
import { MailService } from './mail.service';
import { SecurityNoticesService } from './security-notices.service';
import { AskedMailsService } from './sending/asked-mails.service';
import { MailSenderService } from './sending/mail-sender.service';
import { TestMailService } from './sending/test-mail.service';
import { MailSettings } from './settings/mail-settings.entity';
import { MailSettingsController } from './settings/mail-settings.controller';
import { MailSettingsRepository } from './settings/mail-settings.repository';
import { MailSettingsService } from './settings/mail-settings.service';
import { MailText } from './texts/mail-text.entity';
import { MailTextsController } from './texts/mail-texts.controller';
import { MailTextsRepository } from './texts/mail-texts.repository';
import { MailTextsService } from './texts/mail-texts.service';

@Module({
  imports: [AuditModule, SettingsModule, TypeOrmModule.forFeature([Mail, MailSettings, MailText])],
  controllers: [MailSettingsController, MailTextsController, MailsController],
  providers: [
    AskedMailsService,
    MailLogService,
    MailSenderService,
    MailService,
    MailSettingsRepository,
    MailSettingsService,
    MailTextsRepository,
    MailTextsService,
    MailsRepository,
    SecurityNoticesService,
    TestMailService,
  ],
  exports: [AskedMailsService, MailService, MailSettingsService, MailTextsService, SecurityNoticesService],
})
export class MailModule {}
