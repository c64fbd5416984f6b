import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { MeDto, TotpEnabledDto, TotpSetupDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresUser } from '../../platform/access/access.decorators';
import type { UserActor } from '../../platform/access/caller';
import { CurrentUser } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { DisableTotpRequest, EnableTotpRequest, SetUpTotpRequest } from './totp.requests';
import { TotpService } from './totp.service';

/** The own second factor. */
@ApiTags('Log-in')
@Controller('api/auth/totp')
@RequiresUser()
export class TotpController {
  constructor(private readonly totp: TotpService) {}

  @Post('setup')
  @HttpCode(200)
  @ApiBody({ type: SetUpTotpRequest, required: false })
  @Describes({
    summary: 'Make a new TOTP secret, which counts from its proof by a code on',
    description:
      'While TOTP is on, `password` and `totp` are required, and the old secret counts until then.',
  })
  setUp(@Body() body: SetUpTotpRequest, @CurrentUser() actor: UserActor): Promise<TotpSetupDto> {
    return this.totp.setUp(body, actor);
  }

  @Post('enable')
  @RequiresConfirmation()
  @HttpCode(200)
  @Describes({
    summary: 'Switch TOTP on with a code of the new secret, and get ten recovery codes',
    problems: ['totp_not_set_up'],
  })
  enable(@Body() body: EnableTotpRequest, @CurrentUser() actor: UserActor): Promise<TotpEnabledDto> {
    return this.totp.enable(body, actor);
  }

  @Post('disable')
  @RequiresConfirmation()
  @HttpCode(200)
  @Describes({ summary: 'Switch TOTP off', problems: ['totp_not_set_up'] })
  disable(@Body() body: DisableTotpRequest, @CurrentUser() actor: UserActor): Promise<MeDto> {
    return this.totp.disable(body, actor);
  }
}
