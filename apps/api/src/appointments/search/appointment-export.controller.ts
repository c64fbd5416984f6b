import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { Answer } from '../../platform/http/answer';
import { AppointmentFileRequest } from '../requests/appointment-list.request';
import { AppointmentExportService } from './appointment-export.service';

const FILE_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="appointments.csv"',
};

@ApiTags('Appointments')
@Controller('api/appointments/export.csv')
export class AppointmentExportController {
  constructor(private readonly exports: AppointmentExportService) {}

  @Get()
  @RequiresRole('operator')
  @Describes({
    summary: 'Download the appointments as CSV',
    description:
      'With the filters of the list, by start. UTF-8 with a byte order mark; `local_starts_at` and `local_ends_at` are ' +
      "in the time zone of the settings. A cell that a spreadsheet would run begins with `'`.",
    text: 'text/csv',
    problems: ['unfilled_placeholder'],
  })
  async export(@Query() { separator, ...filters }: AppointmentFileRequest): Promise<Answer> {
    return new Answer(200, await this.exports.export(filters, separator), FILE_HEADERS);
  }
}
