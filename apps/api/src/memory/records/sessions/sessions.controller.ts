import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, SessionDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { TellsMasked } from '../../../platform/http/masked-count';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import type { Reader } from '../../readers/reader';
import { ReaderPipe } from '../../readers/reader.pipe';
import { PatchSessionRequest } from './patch-session.request';
import { SessionListRequest } from './session-list.request';
import { SessionsService } from './sessions.service';
import { MarksHeld } from '../../fence/quarantine/marks-held';
import { AsOfPipe } from '../../history/as-of/as-of.request';

/** What the assistant did. Its webhook writes here; people correct it. */
@ApiTags('Memory')
@Controller('api/memory/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @MarksHeld('session')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the sessions',
    description:
      'Extracts that hooks stored are listed for their owner, and for admins who have confirmed their session.',
    problems: ['invalid_cursor', 'project_not_found', 'project_ambiguous'],
  })
  list(
    @Query(AsOfPipe) query: SessionListRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<SessionDto>> {
    return this.sessions.list(query, reader);
  }

  @Get(':id')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'Read a session', problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number, @CurrentActor(ReaderPipe) reader: Reader): Promise<SessionDto> {
    return this.sessions.get(id, reader);
  }

  @Patch(':id')
  @TellsMasked()
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Correct a session', problems: ['not_found'] })
  patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchSessionRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<SessionDto> {
    return this.sessions.patch(id, patch, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Remove a session', problems: ['not_found'] })
  remove(@Param('id', RowIdPipe) id: number, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.sessions.remove(id, actor);
  }
}
