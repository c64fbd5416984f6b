import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../../../shared/access/access.decorators';
import { Describes } from '../../../shared/docs/describes';
import { ok, type Answer } from '../../../shared/http/answer';
import { RowIdPipe } from '../../../shared/http/row-id.pipe';
import { SessionListRequest } from './session-list.request';
import { SessionRow, SessionsPage } from '../../rows.response';
import { SessionsService } from './sessions.service';

/** What the assistant did. Only its webhook writes here. */
@ApiTags('Memory')
@Controller('api/memory/sessions')
@RequiresRole('viewer')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Describes({ summary: 'List the sessions', answers: SessionsPage, problems: ['invalid_cursor'] })
  async list(@Query() query: SessionListRequest): Promise<Answer> {
    return ok(await this.sessions.list(query));
  }

  @Get(':id')
  @Describes({ summary: 'Read a session', answers: SessionRow, problems: ['not_found'] })
  async get(@Param('id', RowIdPipe) id: number): Promise<Answer> {
    return ok(await this.sessions.get(id));
  }
}
