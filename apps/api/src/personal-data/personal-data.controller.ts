import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ErasureDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { UserActor } from '../platform/access/caller';
import { CurrentUser } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { EraseClientRequest } from './erase-client.request';
import { ErasuresService } from './erasures.service';

@ApiTags('Clients')
@Controller('api/clients/:id')
export class PersonalDataController {
  constructor(private readonly erasures: ErasuresService) {}

  @Post('erase')
  @HttpCode(202)
  @RequiresRole('admin')
  @RequiresConfirmation()
  @Describes({
    summary: 'Erase a client for good',
    description:
      'The person leaves every table: profile, notes, conversations with their messages, mails, versions, logs. Appointments stay ' +
      'as times without a person. It is done in the background; ask how far it is, and for the certificate, at `erasure`. The ' +
      'client is told nothing. An erased client is 410 `erased`.',
    problems: ['not_found', 'erased'],
  })
  erase(
    @Param('id', UuidPipe) id: string,
    @Body() erased: EraseClientRequest,
    @CurrentUser() actor: UserActor,
  ): Promise<ErasureDto> {
    return this.erasures.request(id, erased, actor);
  }

  @Get('erasure')
  @RequiresRole('admin')
  @Describes({
    summary: 'Read how far the erasure of a client is, or its certificate',
    problems: ['not_found'],
  })
  erasure(@Param('id', UuidPipe) id: string): Promise<ErasureDto> {
    return this.erasures.get(id);
  }
}
