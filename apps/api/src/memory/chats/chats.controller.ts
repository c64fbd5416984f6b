import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresRole } from '../../shared/access/access.decorators';
import { Describes } from '../../shared/docs/describes';
import { ok, type Answer } from '../../shared/http/answer';
import { PageRequest } from '../../shared/validation/page.request';
import { ChatsService } from './chats.service';
import { ChatsPage } from '../rows.response';

@ApiTags('Memory')
@Controller('api/memory/chats')
@RequiresRole('viewer')
export class ChatsController {
  constructor(private readonly chats: ChatsService) {}

  @Get()
  @Describes({
    summary: 'List the chats by their ids, each with its newest message',
    answers: ChatsPage,
    problems: ['invalid_cursor'],
  })
  async list(@Query() query: PageRequest): Promise<Answer> {
    return ok(await this.chats.list(query));
  }
}
