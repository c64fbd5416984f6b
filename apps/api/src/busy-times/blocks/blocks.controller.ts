import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BlockDto, PageDto, SavedBlockDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Actor, KnownActor } from '../../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../../platform/access/current-caller';
import { IdempotencyKey } from '../../platform/http/headers/idempotency-key';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import type { Answer } from '../../platform/http/answer';
import { blockAnswer } from './block-answer';
import { BlocksService } from './blocks.service';
import {
  BlockListRequest,
  BlockQuery,
  CreateBlockRequest,
  PatchBlockRequest,
  ScopedBlockQuery,
  ScopeQuery,
} from './requests/block.requests';

@ApiTags('Appointments')
@Controller('api/blocks')
@RequiresRole('operator')
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @Get()
  @Describes({ summary: 'List the blocks by their start', problems: ['invalid_cursor'] })
  list(@Query() query: BlockListRequest): Promise<PageDto<BlockDto>> {
    return this.blocks.list(query);
  }

  @Post()
  @Describes({
    summary: 'Block a time of a resource or of all',
    description:
      'Agents cannot book it (`slot_taken`), free times leave it out, and people book it after a question (`busy`). ' +
      'Coming appointments within it stay; the answer names them. With `rrule` several blocks are made at once, and the ' +
      'first is answered. `dry_run=true` answers 200 with what would be made and met, and makes nothing.',
    once: true,
    problems: ['unknown_resource'],
  })
  async create(
    @Body() block: CreateBlockRequest,
    @Query() { dry_run }: BlockQuery,
    @IdempotencyKey() key: string | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<SavedBlockDto>> {
    const terms = { dry_run: dry_run === 'true', key };
    return blockAnswer(await this.blocks.create(block, actor, terms));
  }

  @Get(':id')
  @Describes({ summary: 'Read a block', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string): Promise<BlockDto> {
    return this.blocks.get(id);
  }

  @Patch(':id')
  @Describes({
    summary: 'Change a block',
    description:
      'Fields that are left out stay as they are. With a `scope` others of its series change alike: they move by as many ' +
      'days, to the same time of day. `dry_run=true` answers what would change and be met, and changes nothing.',
    problems: ['not_found', 'unknown_resource'],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchBlockRequest,
    @Query() { scope = 'this', dry_run }: ScopedBlockQuery,
    @CurrentActor() actor: Actor,
  ): Promise<SavedBlockDto> {
    return this.blocks.patch(id, patch, { scope, dry_run: dry_run === 'true' }, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @Describes({
    summary: 'Remove a block',
    description: 'With a `scope`, others of its series too.',
    problems: ['not_found'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @Query() { scope = 'this' }: ScopeQuery,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.blocks.remove(id, scope, actor);
  }
}
