import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ReportDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { Answer } from '../platform/http/answer';
import { reportCsv } from './report-csv';
import { ReportRequest } from './reports.request';
import { ReportsService } from './reports.service';

const FILE_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="report.csv"',
};

@ApiTags('Reports')
@Controller('api')
@RequiresRole('viewer')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('reports')
  @Describes({
    summary: 'Read how the business went in a period',
    description:
      'Days are those of the time zone of the business; `previous` has as many, right before. `definitions` says what each figure ' +
      'means. How conversations went is recorded since `recorded_since`; a figure of which nothing was recorded is null. By service ' +
      'and by resource there are no `groups` of conversations; an appointment with several services is in each of their groups. ' +
      'Figures are counted in the background: while much of the periods is not counted yet, the answer is 409 `counting`.',
    problems: ['counting'],
  })
  get(@Query() query: ReportRequest): Promise<ReportDto> {
    return this.reports.get(query);
  }

  @Get('reports.csv')
  @Describes({
    summary: 'Download the report of a period as CSV',
    description:
      'UTF-8 with a byte order mark: a line for each group, one for the `period` and one for the `previous` one.',
    problems: ['counting'],
    text: 'text/csv',
  })
  async csv(@Query() query: ReportRequest): Promise<Answer> {
    return new Answer(200, reportCsv(await this.reports.get(query)), FILE_HEADERS);
  }
}
