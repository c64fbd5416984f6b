import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, SearchHitDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../shared/access/access.decorators';
import { Describes } from '../../shared/docs/describes';
import { SearchRequest } from '../search/search.request';
import { SearchPage } from '../search/search.response';
import { SearchService } from '../search/search.service';

@ApiTags('Memory')
@Controller('api/memory/search')
@RequiresRole('viewer')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @Get()
  @Describes({
    summary: 'Search sessions, state, tasks, projects, people and chats',
    answers: SearchPage,
    problems: ['invalid_cursor'],
  })
  find(@Query() query: SearchRequest): Promise<PageDto<SearchHitDto>> {
    return this.search.find(query);
  }
}
