import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { DatabasesReportDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { DatabaseReportService } from './database-report.service';

@ApiTags('Settings')
@Controller('api/settings/database')
@RequiresRole('admin')
export class DatabaseReportController {
  constructor(private readonly databases: DatabaseReportService) {}

  @Get()
  @Describes({
    summary: 'Read how the two databases are',
    description: 'Never says where they are, nor who may use them.',
  })
  get(): Promise<DatabasesReportDto> {
    return this.databases.report();
  }
}
