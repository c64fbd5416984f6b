import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CreatedHookDto, HookDeliveryDto, HookDto, PageDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { KnownActor } from '../platform/access/caller';
import { CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { DescribesSentEvents } from '../platform/docs/webhooks-in-docs';
import { created, type Answer } from '../platform/http/answer';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { HookLogService } from './hook-log.service';
import { HooksService } from './hooks.service';
import { SENT } from './sent-events';
import { CreateHookRequest, HookDeliveriesRequest, PatchHookRequest } from './requests/hook.requests';

const PATH = 'api/settings/hooks';

/** Outbound webhooks (Standard Webhooks specification). A key has access only to those that it made. */
@ApiTags('Outbound webhooks')
@Controller(PATH)
@RequiresRole('admin', 'hooks:write')
export class HooksController {
  constructor(
    private readonly hooks: HooksService,
    private readonly log: HookLogService,
  ) {}

  @Get()
  @Describes({
    summary: 'List the outbound webhooks, the newest first',
    description: 'A key lists those that it made.',
  })
  list(@CurrentKnownActor() actor: KnownActor): Promise<HookDto[]> {
    return this.hooks.list(actor);
  }

  @Post()
  @RequiresConfirmation()
  @DescribesSentEvents(SENT, 'Outbound webhooks')
  @Describes({
    summary: 'Make an outbound webhook, whose secret is shown this once',
    description:
      'From now on each event is sent as `{type, timestamp, data}`, signed by the Standard Webhooks specification: ' +
      'at least once, and in order by object. `data` is the object as `panel:read` sees it, or its id alone; events of ' +
      'updates have `previous` too, the values that were replaced. A key of the scope `hooks:write` makes webhooks of ' +
      'its own, so that programs subscribe by themselves: it sees and changes no others, and they end with the key.',
    problems: ['too_many_hooks'],
  })
  async create(
    @Body() hook: CreateHookRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<CreatedHookDto>> {
    return created(`/${PATH}`, await this.hooks.create(hook, actor));
  }

  @Get(':id')
  @Describes({ summary: 'Read an outbound webhook', problems: ['not_found'] })
  get(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<HookDto> {
    return this.hooks.get(id, actor);
  }

  @Patch(':id')
  @RequiresConfirmation()
  @Describes({
    summary: 'Change an outbound webhook, or switch it on or off',
    problems: ['not_found'],
  })
  change(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchHookRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<HookDto> {
    return this.hooks.change(id, patch, actor);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @RequiresConfirmation()
  @Describes({
    summary: 'Give an outbound webhook another secret, which is shown this once',
    description:
      'For a day each message has two signatures, `v1,… v1,…`, of the new secret and of the one before. A second rotation ' +
      'within the day ends the older one at once.',
    problems: ['not_found'],
  })
  rotate(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<CreatedHookDto> {
    return this.hooks.rotate(id, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresConfirmation()
  @Describes({
    summary: 'Remove an outbound webhook and its log',
    problems: ['not_found'],
  })
  remove(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.hooks.remove(id, actor);
  }

  @Get(':id/deliveries')
  @Describes({
    summary: 'List what was sent to an outbound webhook, the newest first',
    description: 'With what was sent and how it was answered. Entries stay for 14 days.',
    problems: ['not_found', 'invalid_cursor'],
  })
  deliveries(
    @Param('id', UuidPipe) id: string,
    @Query() query: HookDeliveriesRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<PageDto<HookDeliveryDto>> {
    return this.log.list(id, query, actor);
  }

  @Post(':id/deliveries/:delivery_id/again')
  @HttpCode(200)
  @Describes({
    summary: 'Send a delivery again, with the same webhook-id',
    problems: ['not_found'],
  })
  sendAgain(
    @Param('id', UuidPipe) id: string,
    @Param('delivery_id', UuidPipe) deliveryId: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<HookDeliveryDto> {
    return this.log.sendAgain(id, deliveryId, actor);
  }

  @Post(':id/test')
  @HttpCode(200)
  @Describes({
    summary: 'Send a test now, and tell what came of it',
    description: 'An event of the type `test`. It is not tried again.',
    problems: ['not_found'],
  })
  sendTest(
    @Param('id', UuidPipe) id: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<HookDeliveryDto> {
    return this.log.sendTest(id, actor);
  }
}
