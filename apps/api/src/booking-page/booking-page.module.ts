import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { SettingsModule } from '../settings/settings.module';
import { WaitingListModule } from '../waiting-list/waiting-list.module';
import { BookController } from './book.controller';
import { BookService } from './book.service';
import { BookingPageTools } from './booking-page.tools';
import { FormTokensService } from './form-tokens.service';
import { LinkController } from './link.controller';
import { LinkService } from './link.service';
import { OfferController } from './offer.controller';
import { OfferService } from './offer.service';
import { WaitController } from './wait.controller';
import { WaitService } from './wait.service';
import { VisitService } from './visit.service';

@Module({
  imports: [AppointmentsModule, AuthModule, ClientsModule, SettingsModule, WaitingListModule],
  controllers: [WaitController, BookController, LinkController, OfferController],
  providers: [
    BookingPageTools,
    BookService,
    FormTokensService,
    LinkService,
    OfferService,
    VisitService,
    WaitService,
  ],
})
export class BookingPageModule {}
