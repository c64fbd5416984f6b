import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module';
import { SettingsModule } from '../settings/settings.module';
import { ClientMailsRepository } from './client-mails.repository';
import { ClientMailsService } from './client-mails.service';

/** Mails to clients about their appointments. */
@Module({ imports: [MailModule, SettingsModule], providers: [ClientMailsRepository, ClientMailsService] })
export class ClientMailsModule {}
