import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { DecisionDto, PageDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { RowIdPipe } from '../../../platform/http/row-id.pipe';
import { AsOfPipe } from '../../history/as-of/as-of.request';
import { DecisionListRequest, PatchDecisionRequest } from './decision.request';
import { DecisionsService } from './decisions.service';

/** What was decided. The sessions say it; people and assistants withdraw it. */
@ApiTags('Memory')
@Controller('api/memory/decisions')
export class DecisionsController {
  constructor(private readonly decisions: DecisionsService) {}

  @Get()
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({
    summary: 'List the decisions',
    problems: ['invalid_cursor', 'project_not_found', 'project_ambiguous'],
  })
  list(@Query(AsOfPipe) query: DecisionListRequest): Promise<PageDto<DecisionDto>> {
    return this.decisions.list(query);
  }

  @Get(':id')
  @RequiresMemoryRole('viewer', 'memory')
  @Describes({ summary: 'Read a decision', problems: ['not_found'] })
  get(@Param('id', RowIdPipe) id: number): Promise<DecisionDto> {
    return this.decisions.get(id);
  }

  @Patch(':id')
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'Withdraw or replace a decision, or let it stand again',
    problems: ['not_found'],
  })
  patch(
    @Param('id', RowIdPipe) id: number,
    @Body() patch: PatchDecisionRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<DecisionDto> {
    return this.decisions.patch(id, patch, actor);
  }
}
