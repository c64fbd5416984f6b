import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresUser } from '../../platform/access/access.decorators';
import type { UserActor } from '../../platform/access/caller';
import { CurrentUser } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { ConfirmationService } from './confirmation.service';
import { ConfirmRequest } from './confirm.request';

@ApiTags('Log-in')
@Controller('api/auth')
@RequiresUser()
export class ConfirmationController {
  constructor(private readonly confirmations: ConfirmationService) {}

  @Post('confirm')
  @HttpCode(204)
  @Describes({
    summary: 'Confirm the session for ten minutes',
    description:
      'With the password, or with a code while TOTP is on. What asks for it answers 403 `confirmation_required`.',
    problems: ['overloaded'],
  })
  confirm(@Body() proof: ConfirmRequest, @CurrentUser() actor: UserActor): Promise<void> {
    return this.confirmations.confirm(proof, actor);
  }
}
