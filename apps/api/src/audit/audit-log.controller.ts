import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AuditEventDto, PageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { AuditLogService } from './audit-log.service';
import { AuditLogRequest } from './audit-log.request';

@ApiTags('Settings')
@Controller('api/settings/audit')
@RequiresRole('admin')
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Get()
  @Describes({
    summary: 'List what was done, by whom and from where, the newest first',
    description: 'The database lets nobody change or remove an entry.',
    problems: ['invalid_cursor'],
  })
  list(@Query() query: AuditLogRequest): Promise<PageDto<AuditEventDto>> {
    return this.log.list(query);
  }
}
