import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ErrorCode, PageDto, StateDto } from '@groupless/shared-dto';
import { TellsMasked } from '../../../platform/http/masked-count';
import { RequiresMemoryRole } from '../../../platform/access/access.decorators';
import type { KnownActor } from '../../../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../../../platform/access/current-caller';
import { Describes } from '../../../platform/docs/describes';
import { ok, type Answer } from '../../../platform/http/answer';
import { PutStateRequest, StateListRequest, StateScopeRequest } from './state.request';
import { StateKeyPipe } from './state-key.pipe';
import { StateService } from './state.service';
import type { Reader } from '../../readers/reader';
import { ReaderPipe } from '../../readers/reader.pipe';
import { MarksHeld } from '../../fence/quarantine/marks-held';
import { AsOfPipe } from '../../history/as-of/as-of.request';

const PROJECT: ErrorCode[] = ['project_not_found', 'project_ambiguous'];

/** Addresses of servers and the like: fewer callers may read it than the rest. */
@ApiTags('Memory')
@Controller('api/memory/state')
export class StateController {
  constructor(private readonly state: StateService) {}

  @Get()
  @MarksHeld('state')
  @RequiresMemoryRole('operator', 'memory')
  @Describes({
    summary: 'List the state entries',
    problems: [...PROJECT, 'invalid_cursor'],
  })
  list(
    @Query(AsOfPipe) query: StateListRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<PageDto<StateDto>> {
    return this.state.list(query, reader);
  }

  @Get(':key')
  @RequiresMemoryRole('operator', 'memory')
  @Describes({ summary: 'Read a state entry', problems: [...PROJECT, 'not_found'] })
  get(
    @Param('key', StateKeyPipe) key: string,
    @Query() scope: StateScopeRequest,
    @CurrentActor(ReaderPipe) reader: Reader,
  ): Promise<StateDto> {
    return this.state.get(key, scope, reader);
  }

  @Put(':key')
  @TellsMasked()
  @RequiresMemoryRole('operator')
  @Describes({
    summary: 'Insert or update a state entry',
    problems: [...PROJECT, 'not_found'],
  })
  async put(
    @Param('key', StateKeyPipe) key: string,
    @Query() scope: StateScopeRequest,
    @Body() entry: PutStateRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<StateDto>> {
    return ok(await this.state.put(key, entry, actor, scope));
  }

  @Delete(':key')
  @HttpCode(204)
  @RequiresMemoryRole('operator')
  @Describes({ summary: 'Remove a state entry', problems: [...PROJECT, 'not_found'] })
  remove(
    @Param('key', StateKeyPipe) key: string,
    @Query() scope: StateScopeRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<void> {
    return this.state.remove(key, actor, scope);
  }
}
