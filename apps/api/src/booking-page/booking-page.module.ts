import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { SettingsModule } from '../settings/settings.module';
import { BookController } from './book.controller';
import { BookService } from './book.service';
import { BookingPageTools } from './booking-page.tools';
import { FormTokensService } from './form-tokens.service';
import { LinkController } from './link.controller';
import { LinkService } from './link.service';
import { VisitService } from './visit.service';

@Module({
  imports: [AppointmentsModule, AuthModule, ClientsModule, SettingsModule],
  controllers: [BookController, LinkController],
  providers: [BookingPageTools, BookService, FormTokensService, LinkService, VisitService],
})
export class BookingPageModule {}
