import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PingResultDto } from '@groupless/shared-dto';
import { RequiresScope } from '../../platform/access/access.decorators';
import type { KeyCaller } from '../../platform/access/caller';
import { CurrentCaller } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { ok, type Answer } from '../../platform/http/answer';
import { PingsService } from './pings.service';
import { PingRequest } from '../requests/ping.request';

@ApiTags('Conversations')
@Controller(['api/conversations/ping', 'conversations/ping'])
export class PingsController {
  constructor(private readonly pings: PingsService) {}

  @Post()
  @HttpCode(200)
  @RequiresScope('agent')
  @Describes({
    summary: 'Tell of a chat: that it is there, a message, or both',
    description:
      'Makes the conversation, or brings it up to date. A `chat_id` that is an unfilled placeholder, such as ' +
      '`{{ $json.sessionId }}`, `n8n:undefined` or `null`, is refused: it would be the chat of all customers. Every ping may be sent again: a message with an ' +
      '`external_id` is stored once. The answer holds what people have written for the customer; what the ' +
      'customer got is confirmed in `delivered` of a later ping. While a person has taken over, a message of ' +
      'the role `assistant` or `operator` is refused, unless its `timestamp` is from before that; the rest of the ping counts.',
    problems: ['human_takeover', 'agent_disabled', 'unfilled_placeholder'],
  })
  async take(@Body() ping: PingRequest, @CurrentCaller() caller: KeyCaller): Promise<Answer<PingResultDto>> {
    return ok(await this.pings.take(ping, caller));
  }
}
