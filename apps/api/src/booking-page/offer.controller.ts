import { Body, Controller, Get, Param, Post, Query, Req, UseFilters } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/access/access.decorators';
import type { Answer } from '../platform/http/answer';
import { OfferService } from './offer.service';
import { PageFilter } from './page.filter';

/** The link of a time that was offered to who waits. Its token is the right to take it. */
@ApiExcludeController()
@Controller('book/w/:token')
@Open()
@UseFilters(PageFilter)
export class OfferController {
  constructor(private readonly offers: OfferService) {}

  @Get()
  show(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.offers.show(request, token);
  }

  @Post()
  @RouteConfig({ takes_form: true })
  act(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Body() _form: unknown,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.offers.act(request, token);
  }
}
