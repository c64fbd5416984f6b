import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { RecallDto } from '@groupless/shared-dto';
import { RequiresMemoryKey } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { RecallRequest } from './recall.request';
import { RecallService } from './recall.service';

@ApiTags('Memory')
@Controller('api/memory/recall')
@RequiresMemoryKey('viewer')
export class RecallController {
  constructor(private readonly recalls: RecallService) {}

  @Post()
  @HttpCode(200)
  @Describes({
    summary: 'What the memory holds about what a person asks an assistant',
    description:
      'For a program that hands each request to an assistant: at most three rows, and null where none is clearly about it. ' +
      'What the quarantine holds is left out. Nothing is told twice if each request sends the `told` of the answer before.',
    problems: ['project_ambiguous'],
  })
  recall(@Body() asked: RecallRequest, @CurrentKnownActor() actor: KnownActor): Promise<RecallDto> {
    return this.recalls.recall(asked, actor);
  }
}
