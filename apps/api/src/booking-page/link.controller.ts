import { Body, Controller, Get, Param, Post, Query, Req, UseFilters } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/access/access.decorators';
import type { Answer } from '../platform/http/answer';
import { LinkService } from './link.service';
import { PageFilter } from './page.filter';

/** The link of a booking. Its token is the right to see, move and cancel it. */
@ApiExcludeController()
@Controller('book/m/:token')
@Open()
@UseFilters(PageFilter)
export class LinkController {
  constructor(private readonly links: LinkService) {}

  @Get()
  show(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.links.show(request, token);
  }

  @Get('calendar.ics')
  calendar(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.links.calendar(request, token);
  }

  @Post()
  @RouteConfig({ takes_form: true })
  act(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Body() _form: unknown,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.links.act(request, token);
  }
}
