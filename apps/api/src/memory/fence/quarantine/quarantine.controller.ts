import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { HeldRowsDto, PageDto, QuarantinedDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { Caller, KnownActor } from '../../../platform/access/caller';
import { CurrentActor, CurrentCaller, CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { IfMatchText, type ExpectedTags } from '../../../platform/http/headers/if-match';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import type { Reader } from '../../readers/reader';
import { ReaderPipe } from '../../readers/reader.pipe';
import { readableKinds } from '../../search/readable-kinds';
import { HeldRowsRequest, QuarantineListRequest } from './held-rows.request';
import { QuarantineService } from './quarantine.service';

const IS_BOUND =
  'One that is held no longer is not found. `If-Match` takes the `digest` that was read, in quotes, so that no text is ' +
  'decided on that nobody has read.';

@ApiTags('Memory')
@Controller('api/memory/quarantine')
export class QuarantineController {
  constructor(private readonly quarantine: QuarantineService) {}

  @Get()
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List what is kept from assistants',
    description:
      'Rows whose texts give orders to a model, the newest first. They are left out of briefs, of MCP and of what a key of ' +
      'scope `memory` finds, until somebody releases them; of a task its text alone. State is listed only for those who may ' +
      'read it.',
    problems: ['invalid_cursor'],
  })
  list(
    @Query() query: QuarantineListRequest,
    @CurrentCaller() caller: Caller,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<QuarantinedDto>> {
    return this.quarantine.list(query, readableKinds(caller), reader);
  }

  @Get('rows')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'Which of some rows are kept from assistants',
    description:
      'Those that are held, and those that have not been judged yet. Ask it of rows that you read before: of chat messages, ' +
      'say, before a model sees them. Rows of a kind that you may not read all count as held; ' +
      'those of somebody else are like rows that are not there.',
  })
  listRows(
    @Query() query: HeldRowsRequest,
    @CurrentCaller() caller: Caller,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<HeldRowsDto> {
    return this.quarantine.answerHeldBack(query, readableKinds(caller), reader);
  }

  @Post(':id/release')
  @HttpCode(200)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Let assistants see a row again',
    description: `It stays released until its text changes. ${IS_BOUND}`,
    problems: ['not_found', 'version_mismatch'],
  })
  release(
    @Param('id', RowIdPipe) id: number,
    @IfMatchText() digests: ExpectedTags,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<QuarantinedDto> {
    return this.quarantine.release(id, digests, actor);
  }

  @Post(':id/discard')
  @HttpCode(200)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Delete a row that is held back',
    description: IS_BOUND,
    problems: ['not_found', 'version_mismatch'],
  })
  discard(
    @Param('id', RowIdPipe) id: number,
    @IfMatchText() digests: ExpectedTags,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<QuarantinedDto> {
    return this.quarantine.discard(id, digests, actor);
  }
}
