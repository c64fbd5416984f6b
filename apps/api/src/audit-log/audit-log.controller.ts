import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../platform/access/access.decorators';
import { Describes } from '../platform/docs/describes';
import { ok, type Answer } from '../platform/http/answer';
import { AuditLogPage } from './audit-log.response';
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
    answers: AuditLogPage,
    problems: ['invalid_cursor'],
  })
  async list(@Query() query: AuditLogRequest): Promise<Answer> {
    return ok(await this.log.list(query));
  }
}
