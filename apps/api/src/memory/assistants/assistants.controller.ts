import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AssistantRunDetailsDto, AssistantRunDto, PageDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../platform/access/access.decorators';
import { CurrentActor } from '../../platform/access/current-caller';
import type { Reader } from '../readers/reader';
import { ReaderPipe } from '../readers/reader.pipe';
import { Describes } from '../../platform/docs/describes';
import { PageRequest } from '../../platform/validation/page.request';
import { AssistantRunsService } from './assistant-runs.service';

/** Lists the attached coding assistants. Their briefs contain state, so only callers who may read state see them. */
@ApiTags('Memory')
@Controller('api/memory/assistants')
@RequiresMemoryRole('operator')
export class AssistantsController {
  constructor(private readonly runs: AssistantRunsService) {}

  @Get()
  @Describes({
    summary: 'List the sessions of coding assistants, the last seen first',
    description:
      'On which machine each ran, what its brief had and left out, and what it stored, as far as that is for the caller. Of at ' +
      'most 2,000 sessions and 90 days.',
    problems: ['invalid_cursor'],
  })
  list(
    @Query() query: PageRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<AssistantRunDto>> {
    return this.runs.list(query, reader);
  }

  @Get(':session_id')
  @Describes({
    summary: 'Read what a session of a coding assistant was given and stored',
    problems: ['not_found'],
  })
  read(
    @Param('session_id') session_id: string,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<AssistantRunDetailsDto> {
    return this.runs.get(session_id, reader);
  }
}
