import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MemoryVersionDto, PageDto, UndoneSeveralDto, UndoPreviewDto } from '@groupless/shared-dto';
import {
  RequiresConfirmation,
  RequiresMemoryRole,
  RequiresRole,
} from '../../platform/access/access.decorators';
import type { Caller, KnownActor } from '../../platform/access/caller';
import { CurrentActor, CurrentCaller, CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { RowIdPipe } from '../../platform/http/row-id.pipe';
import type { Reader } from '../readers/reader';
import { ReaderPipe } from '../readers/reader.pipe';
import { ErasingService } from './erasing/erasing.service';
import { EraseRequest, HistoryRequest, UndoSeveralRequest } from './history.request';
import { HistoryService } from './history.service';
import { readableVersions } from './readable-versions';

@ApiTags('Memory')
@Controller('api/memory')
export class HistoryController {
  constructor(
    private readonly history: HistoryService,
    private readonly erasing: ErasingService,
  ) {}

  @Get('history')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the changes of the memory, the newest first',
    description: 'Of one row, of a kind, or of all. Changes of the state are for those who may read it.',
    problems: ['invalid_cursor'],
  })
  list(
    @Query() query: HistoryRequest,
    @CurrentCaller() caller: Caller,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<MemoryVersionDto>> {
    return this.history.list(query, readableVersions(caller, query.kind), reader);
  }

  @Post('history/undo')
  @HttpCode(200)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Undo all that somebody wrote in a time',
    description:
      'Changes are undone, the newest first, and rows that were made are deleted, unless somebody else changed them ' +
      'since; a project stays while anything of others is in it. All of it has versions, and can be undone. One call undoes and deletes at most 200; `next` of the answer, sent ' +
      'as the next body, goes on.',
  })
  undoSeveral(
    @Body() wish: UndoSeveralRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<UndoneSeveralDto> {
    return this.history.undoSeveral(wish, actor);
  }

  @Post('history/undo/preview')
  @HttpCode(200)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Show what undoing all that somebody wrote in a time would change',
  })
  previewUndo(
    @Body() wish: UndoSeveralRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<UndoPreviewDto> {
    return this.history.previewUndo(wish, reader);
  }

  @Post('history/:version/undo')
  @HttpCode(200)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Undo a change',
    description:
      'The row is again what it was before, if it still is what the change made it. The undo is a version itself. A project that would take ' +
      'state, tasks or decisions along is left: 409 `changed_since`.',
    problems: ['not_found', 'changed_since'],
  })
  undo(
    @Param('version', RowIdPipe) version: number,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<MemoryVersionDto> {
    return this.history.undo(version, actor);
  }

  @Post('erase')
  @HttpCode(204)
  @RequiresRole('admin')
  @RequiresConfirmation()
  @Describes({
    summary: 'Erase a row for good',
    description:
      'The row, its versions and its words in the search are gone; the audit says that it was erased. With a session go its turns; ' +
      'of a chat (`id` is its `chat_id`) all messages, or one (`chat_message`).',
    problems: ['not_found'],
  })
  erase(@Body() erased: EraseRequest, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.erasing.erase(erased, actor);
  }
}
