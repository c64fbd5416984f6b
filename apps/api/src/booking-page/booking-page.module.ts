import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { MailModule } from '../mail/mail.module';
import { SettingsModule } from '../settings/settings.module';
import { WaitingListModule } from '../waiting-list/waiting-list.module';
import { BookController } from './book.controller';
import { BookService } from './book.service';
import { BookingPageTools } from './booking-page.tools';
import { ConfirmController } from './confirm.controller';
import { ConfirmService } from './confirm.service';
import { FormTokensService } from './form-tokens.service';
import { LinkController } from './link.controller';
import { LinkService } from './link.service';
import { OfferController } from './offer.controller';
import { OfferService } from './offer.service';
import { WaitController } from './wait.controller';
import { WaitService } from './wait.service';
import { VisitService } from './visit.service';

@Module({
  imports: [AppointmentsModule, AuthModule, ClientsModule, MailModule, SettingsModule, WaitingListModule],
  controllers: [ConfirmController, WaitController, BookController, LinkController, OfferController],
  providers: [
    BookingPageTools,
    BookService,
    ConfirmService,
    FormTokensService,
    LinkService,
    OfferService,
    VisitService,
    WaitService,
  ],
})
export class BookingPageModule {}
