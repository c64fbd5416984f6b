import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, SessionDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../../shared/access/access.decorators';
import { Describes } from '../../../shared/docs/describes';

import { RowIdPipe } from '../../../shared/http/row-id.pipe';
import { SessionListRequest } from './session-list.request';
import { SessionRow, SessionsPage } from '../../rows.response';
import { SessionsService } from './sessions.service';

/** What the assistant did. Only its webhook writes here. */
@ApiTags('Memory')
@Controller('api/memory/sessions')
@RequiresRole('viewer', 'memory')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Describes({ summary: 'List the sessions', answers: SessionsPage, problems: ['invalid_cursor'] })
  list(@Query() query: SessionListRequest): Promise<PageDto<SessionDto>> {
    return this.sessions.list(query);
  }

  @Get(':id')
  @Describes({ summary: 'Read a session', answers: SessionRow, problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number): Promise<SessionDto> {
    return this.sessions.get(id);
  }
}
