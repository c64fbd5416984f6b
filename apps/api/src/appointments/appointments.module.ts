import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { BusyTimesModule } from '../busy-times/busy-times.module';
import { ClientsModule } from '../clients/clients.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { EventsModule } from '../events/events.module';
import { SettingsModule } from '../settings/settings.module';
import { AgentBookingTools } from './tools/agent-booking.tools';
import { AppointmentEvent } from './appointment-event.entity';
import { AppointmentService } from './appointment-service.entity';
import { AppointmentRecords } from './appointment-records.service';
import { Appointment } from './appointment.entity';
import { AppointmentsController } from './appointments.controller';
import { AppointmentsRepository } from './appointments.repository';
import { AppointmentsService } from './appointments.service';
import { AvailabilityService } from './availability/availability.service';
import { DiariesService } from './availability/diaries.service';
import { RefusalsService } from './availability/refusals.service';
import { ScheduleRepository } from './availability/schedule.repository';
import { BookingsController } from './bookings/bookings.controller';
import { BookingLinksRepository } from './links/booking-links.repository';
import { BookingLinksService } from './links/booking-links.service';
import { BookingLookupsService } from './lookups/booking-lookups.service';
import { KnownCallersService } from './lookups/known-callers.service';
import { ComingBookingsRepository } from './lookups/coming-bookings.repository';
import { BookingsRepository } from './bookings/bookings.repository';
import { BookingsService } from './bookings/bookings.service';
import { ResourceLabels } from './resource-labels.repository';
import { BookingRulesService } from './rules/booking-rules.service';
import { OwnBookingsController } from './bookings/own/own-bookings.controller';
import { PanelBookingTools } from './tools/panel-booking.tools';
import { OwnBookingsService } from './bookings/own/own-bookings.service';
import { AppointmentChangesController } from './changes/appointment-changes.controller';
import { SwapsRepository } from './changes/swaps.repository';
import { SwapsService } from './changes/swaps.service';
import { AppointmentExportController } from './search/appointment-export.controller';
import { AppointmentExportService } from './search/appointment-export.service';
import { AppointmentListsService } from './search/appointment-lists.service';
import { AppointmentSearchRepository } from './search/appointment-search.repository';
import { CalendarFeedController } from './calendar/calendar-feed.controller';
import { CalendarFeedRepository } from './calendar/calendar-feed.repository';
import { AppointmentOverviewRepository } from './overview/appointment-overview.repository';
import { AppointmentOverviewService } from './overview/appointment-overview.service';
import { MetAppointmentsRepository } from './overview/met-appointments.repository';
import { MetAppointmentsService } from './overview/met-appointments.service';
import { ComingAppointmentsRepository } from './settings-changes/coming-appointments.repository';
import { ResourceMovesRepository } from './settings-changes/resource-moves.repository';
import { ResourceMovesService } from './settings-changes/resource-moves.service';
import { SettingsChangesService } from './settings-changes/settings-changes.service';
import { ToldAppointment } from './told/told-appointment.entity';
import { CancelledAppointmentsRepository } from './cancelled/cancelled-appointments.repository';
import { CancelledAppointmentsService } from './cancelled/cancelled-appointments.service';
import { AppointmentImport } from './imports/appointment-import.entity';
import { AppointmentImportsController } from './imports/appointment-imports.controller';
import { AppointmentImportsRepository } from './imports/appointment-imports.repository';
import { AppointmentImportsService } from './imports/appointment-imports.service';
import { ImportedAppointment } from './imports/imported-appointment.entity';
import { SeriesController } from './series/series.controller';
import { SeriesRule } from './series/series-rule.entity';
import { OccupiedTime } from './occupied-time.entity';
import { SeriesRepository } from './series/series.repository';
import { SeriesService } from './series/series.service';
import { CalendarFeedService } from './calendar/calendar-feed.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Appointment,
      AppointmentEvent,
      AppointmentImport,
      ImportedAppointment,
      AppointmentService,
      OccupiedTime,
      SeriesRule,
      ToldAppointment,
    ]),
    AuditModule,
    AuthModule,
    BusyTimesModule,
    ClientsModule,
    ConversationsModule,
    EventsModule,
    SettingsModule,
  ],
  controllers: [
    CalendarFeedController,
    OwnBookingsController,
    AppointmentChangesController,
    AppointmentExportController,
    AppointmentImportsController,
    AppointmentsController,
    SeriesController,
    BookingsController,
  ],
  providers: [
    CancelledAppointmentsRepository,
    CancelledAppointmentsService,
    AgentBookingTools,
    PanelBookingTools,
    AppointmentOverviewRepository,
    AppointmentOverviewService,
    AppointmentExportService,
    AppointmentImportsRepository,
    AppointmentImportsService,
    AppointmentListsService,
    AppointmentRecords,
    AppointmentSearchRepository,
    AppointmentsRepository,
    AppointmentsService,
    AvailabilityService,
    RefusalsService,
    ResourceLabels,
    BookingLookupsService,
    BookingRulesService,
    BookingsRepository,
    BookingsService,
    CalendarFeedRepository,
    ComingBookingsRepository,
    CalendarFeedService,
    DiariesService,
    BookingLinksRepository,
    BookingLinksService,
    KnownCallersService,
    MetAppointmentsRepository,
    MetAppointmentsService,
    ComingAppointmentsRepository,
    SettingsChangesService,
    ResourceMovesRepository,
    ResourceMovesService,
    OwnBookingsService,
    ScheduleRepository,
    SeriesRepository,
    SeriesService,
    SwapsRepository,
    SwapsService,
  ],
  exports: [
    AppointmentOverviewService,
    AppointmentsService,
    AvailabilityService,
    BookingLinksService,
    BookingRulesService,
    BookingsService,
    OwnBookingsService,
  ],
})
export class AppointmentsModule {}
