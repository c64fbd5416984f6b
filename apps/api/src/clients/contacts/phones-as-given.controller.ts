import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PhonesReadDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { ReadPhonesRequest } from './phones-as-given.request';
import { PhonesAsGivenService } from './phones-as-given.service';

@ApiTags('Clients')
@Controller('api/clients/phones')
export class PhonesAsGivenController {
  constructor(private readonly phones: PhonesAsGivenService) {}

  @Post('read')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Read numbers without a country code as those of a country',
    description:
      'Those that came while nobody had chosen `phone_region`. One that is no number of the country stays as it is given, and ' +
      'so does one that is somebody’s already, also by a conversation: nobody is merged, and no conversation gets another client. ' +
      'It reads 500 clients at a time: where `next` is not null, send it as `after`.',
  })
  read(@Body() request: ReadPhonesRequest, @CurrentKnownActor() actor: KnownActor): Promise<PhonesReadDto> {
    return this.phones.read(request, actor);
  }
}
