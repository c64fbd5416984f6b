import { Body, Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequiresKey } from '../platform/access/access.decorators';
import type { KeyActor, KnownActor } from '../platform/access/caller';
import { CurrentKnownActor } from '../platform/access/current-caller';
import { Answer, JSON_TYPE } from '../platform/http/answer';
import { McpService } from './mcp.service';
import { OwnOriginGuard } from './own-origin.guard';
import { contextOfHeaders } from './tool-context';

/** The headers that say which revision and which method a request is of. */
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/** MCP over Streamable HTTP. It has a specification of its own, so it is not in the API's documentation. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @RequiresKey('memory', 'agent', 'panel:read', 'panel:write')
  @UseGuards(OwnOriginGuard)
  async answer(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer> {
    const asking = { actor: actor as KeyActor, context: contextOfHeaders(request.headers) };
    const response = await this.mcp.answer(webRequest(request), body, asking);
    const type = response.headers.get('content-type') ?? JSON_TYPE;
    return new Answer(response.status, await response.text(), { 'content-type': type });
  }
}

/** The request in the form of the web standards. Whatever a client accepts, it gets JSON. */
function webRequest({ headers }: FastifyRequest): Request {
  const given = HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const accept = 'application/json, text/event-stream';
  // The SDK looks at no part of the address, and a Host header may hold what is none.
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: [...given, ['content-type', 'application/json'], ['accept', accept]],
  });
}
