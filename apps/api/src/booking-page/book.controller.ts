import { Body, Controller, Get, Param, Post, Query, Req, UseFilters } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Open } from '../platform/access/access.decorators';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';
import { BookingPageService } from '../settings/booking-page/booking-page.service';
import { BookService } from './book.service';
import { EMBED } from './html/embed';
import { SCRIPT } from './html/script';
import { PageFilter } from './page.filter';

const AN_HOUR = 'public, max-age=3600';
const SCRIPT_HEADERS = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': AN_HOUR };

/** The public page on which clients book, as HTML. */
@ApiExcludeController()
@Controller('book')
@Open()
@UseFilters(PageFilter)
export class BookController {
  constructor(
    private readonly steps: BookService,
    private readonly page: BookingPageService,
  ) {}

  @Get()
  show(@Req() request: FastifyRequest, @Query() _query: unknown): Promise<Answer> {
    return this.steps.show(request, null);
  }

  @Get('page.js')
  script(): Answer {
    return new Answer(200, SCRIPT, SCRIPT_HEADERS);
  }

  /** Of the sites of others, which load it from here. */
  @Get('embed.js')
  embed(): Answer {
    return new Answer(200, EMBED, { ...SCRIPT_HEADERS, 'cross-origin-resource-policy': 'cross-origin' });
  }

  @Get('logo')
  async logo(@Query() _version: unknown): Promise<Answer> {
    const { enabled } = await this.page.current();
    const logo = enabled ? await this.page.findLogo() : null;
    if (logo === null) throw new AppError('not_found', 'There is no logo.');
    const { type, bytes } = logo;
    return new Answer(200, () => Promise.resolve(bytes), { 'content-type': type, 'cache-control': AN_HOUR });
  }

  @Get(':slug')
  showNamed(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.steps.show(request, slug);
  }

  @Post()
  @RouteConfig({ takes_form: true })
  book(@Req() request: FastifyRequest, @Body() _form: unknown, @Query() _query: unknown): Promise<Answer> {
    return this.steps.book(request, null);
  }

  @Post(':slug')
  @RouteConfig({ takes_form: true })
  bookNamed(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Body() _form: unknown,
    @Query() _query: unknown,
  ): Promise<Answer> {
    return this.steps.book(request, slug);
  }
}
