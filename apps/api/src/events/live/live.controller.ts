import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { EVENT_TYPES } from '@groupless/shared-dto/event-types';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { CurrentCaller } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { Answer } from '../../platform/http/answer';
import { OptionalHeader } from '../../platform/http/headers/documented-header';
import { LiveEventsService } from './live-events.service';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
  // Otherwise a stopping server would wait for this connection.
  connection: 'close',
};

const DESCRIPTION = `Server-sent events, each \`data:\` a JSON object \`{type, id, at}\`; \`id\` is the row's, or null.
Read them with \`fetch\` and the \`Authorization\` header; the stream lasts as long as the session or the key. A
comment comes every 15 seconds. After \`resync\` events may have been missed: read again what you show. Each event has an SSE \`id:\`,
the same on every replica: who comes back with it in the \`Last-Event-ID\` header is told what it missed, or \`resync\`
if that is not known any more. A reader who does not keep up is cut.`;

const EXAMPLE =
  'id: 8f14e45fceea167a-42\ndata: {"type":"appointment.created","id":"0193…","at":"2026-11-20T09:30:00.000Z"}\n\n';

@ApiTags('Events')
@Controller('api/events')
export class LiveController {
  constructor(private readonly events: LiveEventsService) {}

  @Get()
  @RouteConfig({ streams_events: true })
  @RequiresRole('viewer')
  @Describes({ summary: 'Follow what changes', description: DESCRIPTION, problems: ['overloaded'] })
  @ApiOkResponse({
    description: `Types: ${EVENT_TYPES.join(', ')}.`,
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  async follow(
    @CurrentCaller() caller: Caller,
    @OptionalHeader('Last-Event-ID') lastEventId: string | undefined,
  ): Promise<Answer> {
    return new Answer(200, await this.events.follow(caller, lastEventId), HEADERS);
  }
}
