import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppointmentsModule } from '../appointments/appointments.module';
import { ClientsModule } from '../clients/clients.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { EventsModule } from '../events/events.module';
import { MailModule } from '../mail/mail.module';
import { SettingsModule } from '../settings/settings.module';
import { ChatReminder } from './chat-reminder.entity';
import { ChatRemindersRepository } from './chat-reminders.repository';
import { ChatRemindersService } from './chat-reminders.service';
import { ClientMailsRepository } from './client-mails.repository';
import { ClientMailsService } from './client-mails.service';
import { MailHandlersService } from './mail-handlers.service';
import { TellingMailsService } from './told/telling-mails.service';
import { TellingsService } from './told/tellings.service';
import { ToldRepository } from './told/told.repository';
import { UnsubscribeController } from './unsubscribe.controller';
import { UnsubscribesService } from './unsubscribes.service';

/** Notifies clients of their appointments, by mail and in their chats. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ChatReminder]),
    AppointmentsModule,
    ClientsModule,
    ConversationsModule,
    EventsModule,
    MailModule,
    SettingsModule,
  ],
  controllers: [UnsubscribeController],
  providers: [
    ChatRemindersRepository,
    ChatRemindersService,
    ClientMailsRepository,
    ClientMailsService,
    MailHandlersService,
    TellingMailsService,
    TellingsService,
    ToldRepository,
    UnsubscribesService,
  ],
})
export class ClientMailsModule {}
