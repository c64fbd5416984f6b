import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { AGENT_PLATFORMS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { RequiresKey } from '../platform/access/access.decorators';
import type { KeyActor, KnownActor } from '../platform/access/caller';
import { CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { BodyText } from '../platform/http/bodies/body-text';
import { baseUrl } from '../platform/http/server/base-url';
import { platformNamed } from './platforms/platforms';
import { contextOfHeaders } from './tool-context';
import { ToolCallsRequest, ToolDefinitionsRequest } from './tool-calls.request';
import { ToolCallsService } from './tool-calls.service';

const ANY_OBJECT = { type: 'object', additionalProperties: true };

const CALL = {
  tool_calls: [
    { id: 'call_1', type: 'function', function: { name: 'free_times', arguments: '{"date":"2027-03-01"}' } },
  ],
};
const RESULT = { messages: [{ role: 'tool', tool_call_id: 'call_1', content: '{"slots":[]}' }] };

/** The agent's tools for platforms that do not speak MCP. */
@ApiTags('Agent tools')
@Controller('api/agent')
@RequiresKey('agent')
export class ToolCallsController {
  constructor(
    private readonly calls: ToolCallsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('tools.json')
  @Describes({
    summary: 'List the agent’s tools as definitions to paste into a platform',
    description: 'Where the platform sends the calls itself, put the key in place of the placeholder.',
    offline: true,
  })
  @ApiOkResponse({
    description: 'Done',
    content: { 'application/json': { schema: { type: 'array', items: ANY_OBJECT } } },
  })
  define(
    @Query() { format = 'openai' }: ToolDefinitionsRequest,
    @Req() request: FastifyRequest,
  ): Promise<unknown[]> {
    return this.calls.define(format, baseUrl(this.settings, request));
  }

  @Post('tools/:platform')
  @HttpCode(200)
  @RouteConfig({ keeps_body_text: true, takes_many_keys: true })
  @ApiParam({
    name: 'platform',
    enum: AGENT_PLATFORMS,
    description: 'In whose form the call comes and the answer goes.',
  })
  @ApiBody({ schema: { ...ANY_OBJECT, example: CALL } })
  @ApiOkResponse({
    description: 'Done',
    content: { 'application/json': { schema: ANY_OBJECT, example: RESULT } },
  })
  @Describes({
    summary: 'Call the agent’s tools in the envelope of a platform',
    description:
      'Faults of a tool are part of the answer, with status 200: they are for the model. Empty or null optional fields ' +
      'count as missing. Whom a call is about is said by the envelope; where it says nothing, by the headers ' +
      '`x-chat-id` and `x-caller-phone`, which the program around the model sets. Retell’s and Vapi’s signatures are checked if `RETELL_API_KEY` or `VAPI_HMAC_SECRET` is set.',
    problems: ['not_found', 'invalid_signature'],
  })
  answer(
    @Param('platform') platform: string,
    @Query() { tool }: ToolCallsRequest,
    @Body() envelope: unknown,
    @BodyText() body: string,
    @Req() { headers }: FastifyRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<unknown> {
    const named = platformNamed(platform);
    this.calls.demandSignature(named, headers, body);
    return this.calls.answer(named, envelope, tool, contextOfHeaders(headers), actor as KeyActor);
  }
}
