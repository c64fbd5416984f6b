import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { BookingPageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Versioned } from '../../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { ReplaceBookingPageRequest } from './booking-page.request';
import { BookingPageService } from './booking-page.service';

@ApiTags('Settings')
@Controller('api/settings/booking-page')
@RequiresRole('admin')
export class BookingPageController {
  constructor(private readonly page: BookingPageService) {}

  @Get()
  @Describes({ summary: 'Read how the public booking page works', tagged: true })
  get(): Promise<Versioned<BookingPageDto>> {
    return this.page.get();
  }

  @Put()
  @Describes({
    summary: 'Replace how the public booking page works',
    description:
      'Takes the whole document. Services and resources come by ids or by names; none: all of them. Counts within a second.',
    problems: ['version_mismatch'],
  })
  replace(
    @Body() page: ReplaceBookingPageRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<BookingPageDto>> {
    return this.page.replace(page, versions, actor);
  }

  @Put('logo')
  @RouteConfig({ takes_picture: true })
  @ApiConsumes('image/png', 'image/webp')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Describes({
    summary: 'Store the logo of the booking page',
    description: 'A PNG or WebP of at most 100 kB, known by its bytes. It takes the place of the one before.',
    problems: ['body_too_large', 'unsupported_media_type'],
  })
  storeLogo(
    @Body() logo: unknown,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<BookingPageDto>> {
    return this.page.storeLogo(Buffer.isBuffer(logo) ? logo : Buffer.alloc(0), actor);
  }

  @Delete('logo')
  @HttpCode(204)
  @Describes({ summary: 'Remove the logo of the booking page' })
  removeLogo(@CurrentKnownActor() actor: KnownActor): Promise<void> {
    return this.page.removeLogo(actor);
  }
}
