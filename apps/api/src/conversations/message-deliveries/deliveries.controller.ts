import { Controller, Get, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { DeliveriesDto } from '@groupless/shared-dto';
import { RequiresScope } from '../../platform/access/access.decorators';
import type { KeyCaller } from '../../platform/access/caller';
import { CurrentCaller } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { ok, type Answer } from '../../platform/http/answer';
import { CallerGone } from '../../platform/http/caller-gone';
import { MessageDeliveriesService } from './message-deliveries.service';
import { DeliveriesRequest } from '../requests/conversation.requests';

const DESCRIPTION = `Replies that people wrote in the panel and no ping has confirmed in \`delivered\`, of all chats. With
\`wait\` one request is enough for all chats: it answers at once if something waits, else as soon as a reply is
written, else with no items when the time is over; then ask again. Confirm what you got before you ask again: until
then it is offered again. Of very many replies only a part is answered; the rest follows when these are confirmed.`;

@ApiTags('Conversations')
@Controller('api/conversations/deliveries')
export class DeliveriesController {
  constructor(private readonly deliveries: MessageDeliveriesService) {}

  @Get()
  @RouteConfig({ waits: true })
  @RequiresScope('agent')
  @Describes({
    summary: 'Wait for replies that have to reach customers',
    description: DESCRIPTION,
    problems: ['overloaded'],
  })
  async wait(
    @Query() { wait = 0 }: DeliveriesRequest,
    @CurrentCaller() caller: KeyCaller,
    @CallerGone() gone: AbortSignal,
  ): Promise<Answer<DeliveriesDto>> {
    return ok(await this.deliveries.wait(wait, caller, gone));
  }
}
