import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientDataDto, ClientDataFormat, ErasureDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { KnownActor, UserActor } from '../platform/access/caller';
import { CurrentKnownActor, CurrentUser } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { Answer, JSON_TYPE } from '../platform/http/answer';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { PAGE_POLICY } from './client-data-files';
import { ClientDataRequest } from './client-data.request';
import { ClientDataService } from './client-data.service';
import { EraseClientRequest } from './erase-client.request';
import { ErasuresService } from './erasures.service';

const TYPE_HEADERS = {
  json: { 'content-type': JSON_TYPE },
  html: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY },
};

/** Of two clients of one name, the file's name says whose it is. */
function headersOf(id: string, format: ClientDataFormat) {
  return {
    ...TYPE_HEADERS[format],
    'content-disposition': `attachment; filename="client-data-${id}.${format}"`,
  };
}

@ApiTags('Clients')
@Controller('api/clients/:id')
export class PersonalDataController {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly data: ClientDataService,
  ) {}

  @Get('data')
  @RequiresRole('operator')
  @Describes({
    summary: 'Download all that is kept of a client',
    description:
      'What to hand over to a person who asks for it: profile, appointments, conversations with their messages and the notes of the ' +
      'team, mails, imports, and what changed. Rows by the name of their table; also those of clients who were merged into this one. What is ' +
      "somebody else's is left out. `format=html` is the same as a page to read, in the client's language or that of the business.",
    problems: ['not_found', 'erased'],
  })
  async download(
    @Param('id', UuidPipe) id: string,
    @Query() { format = 'json' }: ClientDataRequest,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ClientDataDto>> {
    return new Answer(200, await this.data.file(id, format, actor), headersOf(id, format));
  }

  @Post('erase')
  @HttpCode(202)
  @RequiresRole('admin')
  @RequiresConfirmation()
  @Describes({
    summary: 'Erase a client for good',
    description:
      'The person leaves every table: profile, notes, conversations with their messages, mails, versions, logs. Appointments stay ' +
      'as times without a person. It is done in the background; ask how far it is, and for the certificate, at `erasure`. The ' +
      'client is told nothing. Who was deleted is erased by the id and the last name. An erased client is 410 `erased`.',
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
