import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AuditModule } from '../audit/audit.module';
import { ClientsModule } from '../clients/clients.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { EventsModule } from '../events/events.module';
import { MailModule } from '../mail/mail.module';
import { SettingsModule } from '../settings/settings.module';
import { FittingTimesService } from './offers/fitting-times.service';
import { FreedTime } from './offers/freed-time.entity';
import { FreedTimesService } from './offers/freed-times.service';
import { HeldVisitsService } from './offers/held-visits.service';
import { OfferLinksService } from './offers/offer-links.service';
import { OfferMessagesService } from './offers/offer-messages.service';
import { OffersRepository } from './offers/offers.repository';
import { OffersService } from './offers/offers.service';
import { OpenTimes } from './offers/open-times.entity';
import { OpenTimesRepository } from './offers/open-times.repository';
import { OpenTimesService } from './offers/open-times.service';
import { WaitingEntry } from './waiting-entry.entity';
import { WaitingListController } from './waiting-list.controller';
import { WaitingListRepository } from './waiting-list.repository';
import { WaitingListService } from './waiting-list.service';
import { WaitingListTools } from './waiting-list.tools';

/** Clients who wait for a time, and the times that get free. */
@Module({
  imports: [
    TypeOrmModule.forFeature([FreedTime, OpenTimes, WaitingEntry]),
    AppointmentsModule,
    AuditModule,
    ClientsModule,
    ConversationsModule,
    EventsModule,
    MailModule,
    SettingsModule,
  ],
  controllers: [WaitingListController],
  providers: [
    FittingTimesService,
    FreedTimesService,
    HeldVisitsService,
    OfferLinksService,
    OfferMessagesService,
    OffersRepository,
    OffersService,
    OpenTimesRepository,
    OpenTimesService,
    WaitingListRepository,
    WaitingListService,
    WaitingListTools,
  ],
  exports: [HeldVisitsService, OfferLinksService, OffersService, WaitingListService],
})
export class WaitingListModule {}
