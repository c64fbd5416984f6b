import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import {
  APPOINTMENT_FILE_COLUMNS,
  LIMITS,
  type AppointmentImportDto,
  type AppointmentImportUndoneDto,
  type ImportedAppointmentsDto,
  type ImportOfAppointmentsDto,
  type PageDto,
} from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { StreamedBody } from '../../platform/http/bodies/streamed-body';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { PageRequest } from '../../platform/validation/page.request';
import { AppointmentImportRequest } from './appointment-imports.request';
import { AppointmentImportsService } from './appointment-imports.service';

@ApiTags('Appointments')
@Controller('api/appointments')
export class AppointmentImportsController {
  constructor(private readonly imports: AppointmentImportsService) {}

  @Post('import')
  @HttpCode(200)
  @RequiresRole('operator')
  @RouteConfig({ takes_appointments: true })
  @ApiConsumes('text/csv', 'text/calendar')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Describes({
    summary: 'Add appointments from a CSV file or a calendar',
    description:
      `The first line of a CSV file names the columns, of which \`starts_at\` and \`client\` must be there: ${APPOINTMENT_FILE_COLUMNS.join(', ')}. ` +
      'Times are `2026-12-01T08:00`, or with an offset. Of a calendar (`.ics`) titles name the client, or a service and the client (`Massage: Jana ' +
      'Nováková`); a guest with a name is the client. Repetitions are expanded up to `horizon_days`. The client is who has the phone or the email; ' +
      'without both, who alone is called so; else a new one. What is past is `completed`. Nothing is forced and nobody is told: what is not ' +
      'made stands in `not_made`, and the same file again makes nothing twice (by `external_id` or the UID, else by client, start and resource). ' +
      `Up to 8 MiB and ${LIMITS.appointment_import_rows} appointments.`,
    problems: ['invalid_csv', 'invalid_calendar', 'time_zone_unknown', 'request_timeout'],
  })
  import(
    @StreamedBody() body: IncomingMessage,
    @Query() { dry_run, notify, time_zone, from, resource_id, file_name }: AppointmentImportRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<AppointmentImportDto> {
    const how = {
      dry_run: dry_run === 'true',
      reminds: notify === 'reminders',
      time_zone,
      from,
      resource_id,
      file_name,
    };
    return this.imports.importFile(body, how, actor);
  }

  @Get('imports')
  @RequiresRole('operator')
  @Describes({
    summary: 'List the imports of appointments, the newest first',
    description: 'Without dry runs.',
    problems: ['invalid_cursor'],
  })
  list(@Query() page: PageRequest): Promise<PageDto<ImportOfAppointmentsDto>> {
    return this.imports.list(page);
  }

  @Get('imports/:id/rows')
  @RequiresRole('operator')
  @Describes({
    summary: 'List what an import of appointments made',
    description:
      'What is there still: its appointments by their time, and the clients who were not there before.',
    problems: ['not_found'],
  })
  rows(@Param('id', UuidPipe) id: string): Promise<ImportedAppointmentsDto> {
    return this.imports.rows(id);
  }

  @Post('imports/:id/take-back')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Take an import of appointments back',
    description:
      'Within 30 days, once, by who made it or an admin; again it answers `already_undone`. What nobody changed and has not begun goes, ' +
      'without a word to clients. Clients that it made stay, and are named.',
    problems: ['not_found', 'too_late'],
  })
  undo(
    @Param('id', UuidPipe) id: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<AppointmentImportUndoneDto> {
    return this.imports.undo(id, actor);
  }
}
