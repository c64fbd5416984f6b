import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CalendarTokenDto } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { RequiresConfirmation, RequiresUser } from '../../platform/access/access.decorators';
import type { UserActor } from '../../platform/access/caller';
import { CurrentUser } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { Answer } from '../../platform/http/answer';
import { baseUrl } from '../../platform/http/server/base-url';
import { CALENDAR_PATH, CalendarTokensService } from './calendar-tokens.service';

/** The own calendar feed. */
@ApiTags('Log-in')
@Controller('api/auth')
@RequiresUser()
export class CalendarTokenController {
  constructor(
    private readonly tokens: CalendarTokensService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('calendar-token')
  @HttpCode(201)
  @RequiresConfirmation()
  @Describes({
    summary: 'Get the address of the own calendar feed',
    description: 'Shown this once. A former address is dead from now on.',
  })
  async rotate(
    @Req() request: FastifyRequest,
    @CurrentUser() actor: UserActor,
  ): Promise<Answer<CalendarTokenDto>> {
    return made(await this.tokens.rotate(baseUrl(this.settings, request), actor));
  }
}

function made(token: CalendarTokenDto): Answer<CalendarTokenDto> {
  return new Answer(201, JSON.stringify(token), { location: CALENDAR_PATH });
}
