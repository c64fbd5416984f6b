import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { Open } from '../platform/access/access.decorators';
import { Answer } from '../platform/http/answer';
import { UnsubscribesService } from './unsubscribes.service';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
};

/** The address in `List-Unsubscribe` of reminders. Programs of mail send a POST; people see a button first. */
@ApiTags('Mail')
@Controller('api/mail/unsubscribe/:token')
@Open()
export class UnsubscribeController {
  constructor(private readonly unsubscribes: UnsubscribesService) {}

  @Get()
  @ApiExcludeEndpoint()
  async ask(@Param('token') token: string): Promise<Answer> {
    return new Answer(200, await this.unsubscribes.ask(token), HEADERS);
  }

  @Post()
  @HttpCode(200)
  @ApiExcludeEndpoint()
  @RouteConfig({ takes_no_body: true })
  async unsubscribe(@Param('token') token: string): Promise<Answer> {
    return new Answer(200, await this.unsubscribes.unsubscribe(token), HEADERS);
  }
}
