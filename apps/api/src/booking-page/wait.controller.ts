import { Body, Controller, Get, Post, Query, Req, UseFilters } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/access/access.decorators';
import type { Answer } from '../platform/http/answer';
import { PageFilter } from './page.filter';
import { WaitService } from './wait.service';

/** Where no time suits a visitor. */
@ApiExcludeController()
@Controller('book/wait')
@Open()
@UseFilters(PageFilter)
export class WaitController {
  constructor(private readonly waiting: WaitService) {}

  @Get()
  show(@Req() request: FastifyRequest, @Query() _query: unknown): Promise<Answer> {
    return this.waiting.show(request);
  }

  @Post()
  @RouteConfig({ takes_form: true })
  join(@Req() request: FastifyRequest, @Body() _form: unknown, @Query() _query: unknown): Promise<Answer> {
    return this.waiting.join(request);
  }
}
