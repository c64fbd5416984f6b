import { Body, Controller, Get, Param, Post, Query, Req, UseFilters } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/access/access.decorators';
import type { Answer } from '../platform/http/answer';
import { ConfirmService } from './confirm.service';
import { PageFilter } from './page.filter';

/** The link by which a visitor confirms an email. Its token is what was chosen, sealed. */
@ApiExcludeController()
@Controller('book/c/:token')
@Open()
@UseFilters(PageFilter)
export class ConfirmController {
  constructor(private readonly visits: ConfirmService) {}

  @Get()
  show(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.visits.show(request, token);
  }

  @Post()
  @RouteConfig({ takes_form: true })
  act(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Body() _form: unknown,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.visits.act(request, token);
  }
}
