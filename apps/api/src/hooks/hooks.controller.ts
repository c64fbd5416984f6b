import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { HookDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../shared/access/access.decorators';
import type { UserActor } from '../shared/access/caller';
import { CurrentUser } from '../shared/access/current-caller';
import { Describes } from '../shared/docs/describes';
import { createdDto, ok, type Answer } from '../shared/http/answer';
import { UuidPipe } from '../shared/http/uuid.pipe';
import { CreatedHookResponse, HookDeliveryPage, HookDeliveryResponse, HookResponse } from './hook.response';
import { HookLogService } from './hook-log.service';
import { HooksService } from './hooks.service';
import { CreateHookRequest, HookDeliveriesRequest, PatchHookRequest } from './requests/hook.requests';

const PATH = 'api/settings/hooks';

/** Outbound webhooks, by the Standard Webhooks specification. */
@ApiTags('Settings')
@Controller(PATH)
@RequiresRole('admin')
export class HooksController {
  constructor(
    private readonly hooks: HooksService,
    private readonly log: HookLogService,
  ) {}

  @Get()
  @Describes({ summary: 'List the outbound webhooks, the newest first', answers: [HookResponse] })
  list(): Promise<HookDto[]> {
    return this.hooks.list();
  }

  @Post()
  @RequiresConfirmation()
  @Describes({
    summary: 'Make an outbound webhook, whose secret is shown this once',
    description:
      'From now on each event is sent as `{type, timestamp, data}`, signed by the Standard Webhooks specification: ' +
      'at least once, and in order by object. `data` is the object as `panel:read` sees it, or its id alone.',
    creates: CreatedHookResponse,
    problems: ['too_many_hooks'],
  })
  async create(@Body() hook: CreateHookRequest, @CurrentUser() actor: UserActor): Promise<Answer> {
    return createdDto(`/${PATH}`, await this.hooks.create(hook, actor));
  }

  @Patch(':id')
  @RequiresConfirmation()
  @Describes({
    summary: 'Change an outbound webhook, or switch it on or off',
    answers: HookResponse,
    problems: ['not_found'],
  })
  change(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchHookRequest,
    @CurrentUser() actor: UserActor,
  ): Promise<HookDto> {
    return this.hooks.change(id, patch, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresConfirmation()
  @Describes({
    summary: 'Remove an outbound webhook and its log',
    answers: 'nothing',
    problems: ['not_found'],
  })
  remove(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<void> {
    return this.hooks.remove(id, actor);
  }

  @Get(':id/deliveries')
  @Describes({
    summary: 'List what was sent to an outbound webhook, the newest first',
    description: 'Entries stay for 14 days.',
    answers: HookDeliveryPage,
    problems: ['not_found', 'invalid_cursor'],
  })
  async deliveries(
    @Param('id', UuidPipe) id: string,
    @Query() query: HookDeliveriesRequest,
  ): Promise<Answer> {
    return ok(await this.log.list(id, query));
  }

  @Post(':id/deliveries/:delivery_id/again')
  @HttpCode(200)
  @Describes({
    summary: 'Send a delivery again, with the same webhook-id',
    answers: HookDeliveryResponse,
    problems: ['not_found'],
  })
  async sendAgain(
    @Param('id', UuidPipe) id: string,
    @Param('delivery_id', UuidPipe) deliveryId: string,
    @CurrentUser() actor: UserActor,
  ): Promise<Answer> {
    return ok(await this.log.sendAgain(id, deliveryId, actor));
  }

  @Post(':id/test')
  @HttpCode(200)
  @Describes({
    summary: 'Send a test now, and tell what came of it',
    description: 'An event of the type `test`. It is not tried again.',
    answers: HookDeliveryResponse,
    problems: ['not_found'],
  })
  async sendTest(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<Answer> {
    return ok(await this.log.sendTest(id, actor));
  }
}
