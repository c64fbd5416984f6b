import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AuditModule } from '../audit/audit.module';
import { ClientMerge } from '../clients/client-merge.entity';
import { ClientsModule } from '../clients/clients.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { EventsModule } from '../events/events.module';
import { MailModule } from '../mail/mail.module';
import { ClientMergesController } from './merges/client-merges.controller';
import { ClientMergesRepository } from './merges/client-merges.repository';
import { ClientMergesService } from './merges/client-merges.service';
import { ClientTimelineController } from './timeline/client-timeline.controller';
import { ClientTimelineRepository } from './timeline/client-timeline.repository';
import { ClientTimelineService } from './timeline/client-timeline.service';
import { ClientVisitsController } from './visits/client-visits.controller';
import { ClientVisitsRepository } from './visits/client-visits.repository';
import { ClientVisitsService } from './visits/client-visits.service';

/** The parts that join a client with its appointments and conversations: merges, the timeline and visits. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ClientMerge]),
    AppointmentsModule,
    AuditModule,
    ClientsModule,
    ConversationsModule,
    EventsModule,
    MailModule,
  ],
  controllers: [ClientMergesController, ClientTimelineController, ClientVisitsController],
  providers: [
    ClientMergesRepository,
    ClientMergesService,
    ClientTimelineRepository,
    ClientTimelineService,
    ClientVisitsRepository,
    ClientVisitsService,
  ],
})
export class ClientRecordsModule {}
