import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SearchPageDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { CurrentActor, CurrentCaller } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Reader } from '../readers/reader';
import { ReaderPipe } from '../readers/reader.pipe';
import { readableKinds } from './readable-kinds';
import { SearchRequest } from './search.request';
import { SearchService } from './search.service';

@ApiTags('Memory')
@Controller('api/memory/search')
@RequiresMemoryRole('viewer', 'memory')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @Describes({
    summary: 'Search sessions, state, tasks, projects, people and chats',
    description:
      'State is found only by those who may read it: operators, admins and keys of scope `memory`; of chats these keys ' +
      'find those whose id begins with `project:`. Turns of assistants, and extracts of their sessions, are found by their owner, and ' +
      'by admins who have confirmed their session.',
    problems: ['invalid_cursor', 'project_not_found', 'project_ambiguous'],
  })
  find(
    @Query() query: SearchRequest,
    @CurrentCaller() caller: Caller,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<SearchPageDto> {
    return this.search.find(query, readableKinds(caller), reader);
  }

  @Post()
  @HttpCode(200)
  @Describes({
    summary: 'Search as GET does, with the words in the body',
    description: 'For words that a person wrote, such as a prompt: addresses stand in the logs of proxies.',
    problems: ['invalid_cursor', 'project_not_found', 'project_ambiguous'],
  })
  findPrompt(
    @Body() query: SearchRequest,
    @CurrentCaller() caller: Caller,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<SearchPageDto> {
    return this.search.find(query, readableKinds(caller), reader);
  }
}
