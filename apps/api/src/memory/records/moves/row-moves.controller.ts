import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MovedRowsDto } from '@groupless/shared-dto';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { RowMovesService } from './row-moves.service';
import { MoveRowsRequest } from './row-moves.request';

@ApiTags('Memory')
@Controller('api/memory/move')
export class RowMovesController {
  constructor(private readonly moves: RowMovesService) {}

  @Post()
  @HttpCode(200)
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Give rows to a project',
    description:
      'State, tasks, decisions and sessions that belong to one project, or to none, move to another. What the other has ' +
      'already stays. The answer, sent back with `from` and `to` exchanged, undoes it.',
    problems: ['not_found'],
  })
  move(@Body() rows: MoveRowsRequest, @CurrentKnownActor() actor: KnownActor): Promise<MovedRowsDto> {
    return this.moves.move(rows, actor);
  }
}
