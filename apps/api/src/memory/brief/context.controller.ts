import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ContextDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../platform/access/access.decorators';
import { CurrentActor } from '../../platform/access/current-caller';
import type { Reader } from '../readers/reader';
import { ReaderPipe } from '../readers/reader.pipe';
import { Describes } from '../../platform/docs/describes';
import type { ContentCoding } from '../../platform/http/headers/accept';
import { AcceptedCoding } from '../../platform/http/headers/accepted-coding';
import type { Answer } from '../../platform/http/answer';
import { AsOfPipe } from '../history/as-of/as-of.request';
import { AnswersContext, contextAnswer } from './context-answer';
import { ContextService } from './context.service';
import { ContextPreviewRequest } from './context-preview.request';

/** The context that an assistant would get, with the state. */
@ApiTags('Memory')
@Controller('api/memory/context')
@RequiresMemoryRole('operator', 'memory')
export class ContextController {
  constructor(private readonly context: ContextService) {}

  @Get()
  @AnswersContext()
  @Describes({
    summary: 'Preview the context as the assistant would get it',
    problems: ['overloaded', 'project_ambiguous'],
  })
  async preview(
    @Query(AsOfPipe) { budget, format, project, as_of }: ContextPreviewRequest,
    @AcceptedCoding() coding: ContentCoding,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<Answer<ContextDto>> {
    return contextAnswer(
      await this.context.load({ budget, format: format ?? 'json', project, as_of, reader }),
      coding,
      'Accept-Encoding',
    );
  }
}
