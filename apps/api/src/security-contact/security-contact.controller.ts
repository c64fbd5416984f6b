import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Open } from '../platform/access/access.decorators';
import { Clock } from '../platform/clock';
import { Describes } from '../platform/docs/describes';
import { AppError } from '../platform/errors/app-error';
import { Answer } from '../platform/http/answer';

const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year. */
const VALID_DAYS = 180;

/** To whom somebody turns who found a hole in this installation (RFC 9116). */
@ApiTags('Health')
@Controller('.well-known/security.txt')
@Open()
export class SecurityContactController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Describes({
    summary: 'Read to whom a security problem of this installation is told',
    description: 'By RFC 9116. Only where `SECURITY_CONTACT` is set.',
    text: 'text/plain',
    problems: ['not_found'],
    offline: true,
  })
  read(): Answer {
    const { security_contact, public_url } = this.settings;
    if (security_contact === null) throw new AppError('not_found', 'SECURITY_CONTACT is not set.');
    const expires = new Date(this.clock.now().getTime() + VALID_DAYS * DAY_MS);
    const lines = [
      `Contact: ${security_contact}`,
      `Expires: ${expires.toISOString()}`,
      ...(public_url === null ? [] : [`Canonical: ${public_url}/.well-known/security.txt`]),
    ];
    return new Answer(200, `${lines.join('\n')}\n`, { 'content-type': 'text/plain; charset=utf-8' });
  }
}
