import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { DecisionDto, PageDto, SimilarDecisionsDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { createdOnce, MadeOnce, type RequestKey } from '../../../database/request-keys';
import type { Answer } from '../../../platform/http/answer';
import { TellsMasked } from '../../../platform/http/masked-count';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import { AsOfPipe } from '../../history/as-of/as-of.request';
import { CreateDecisionRequest, DecisionListRequest, PatchDecisionRequest } from './decision.request';
import type { Reader } from '../../readers/reader';
import { ReaderPipe } from '../../readers/reader.pipe';
import { MarksHeld } from '../../fence/quarantine/marks-held';
import { DecisionsService } from './decisions.service';

/** What was decided. Sessions say it, or people; people and assistants word it anew and withdraw it. */
@ApiTags('Memory')
@Controller('api/memory/decisions')
export class DecisionsController {
  constructor(private readonly decisions: DecisionsService) {}

  @Get()
  @MarksHeld('decision')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the decisions',
    problems: ['invalid_cursor', 'project_not_found', 'project_ambiguous'],
  })
  list(
    @Query(AsOfPipe) query: DecisionListRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<DecisionDto>> {
    return this.decisions.list(query, reader);
  }

  @Post()
  @TellsMasked()
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Say what was decided',
    description: 'What is known stands again if it was withdrawn; the same again changes nothing.',
    problems: ['project_not_found', 'project_ambiguous'],
    once: true,
  })
  create(
    @Body() decision: CreateDecisionRequest,
    @MadeOnce('decision') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<Answer<DecisionDto>> {
    const make = () => this.decisions.create(decision, actor, request);
    return createdOnce('/api/memory/decisions', make, (id) => this.decisions.get(Number(id), reader));
  }

  @Get(':id')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'Read a decision', problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number, @CurrentActor(ReaderPipe) reader: Reader): Promise<DecisionDto> {
    return this.decisions.get(id, reader);
  }

  @Get(':id/similar')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List standing decisions of its project that may be about the same',
    problems: ['not_found'],
  })
  listSimilar(
    @Param('id', RowIdPipe) id: number,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<SimilarDecisionsDto> {
    return this.decisions.listSimilarTo(id, reader);
  }

  @Patch(':id')
  @TellsMasked()
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Word a decision anew, withdraw or replace it, or let it stand again',
    problems: ['not_found', 'decision_exists'],
  })
  patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchDecisionRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<DecisionDto> {
    return this.decisions.patch(id, patch, actor);
  }
}
