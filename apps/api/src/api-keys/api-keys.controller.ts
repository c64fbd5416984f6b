import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ApiKeyDto, CreatedApiKeyDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../platform/access/access.decorators';
import type { UserActor } from '../platform/access/caller';
import { CurrentUser } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { createdIn, type Answer } from '../platform/http/answer';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { ApiKeysService } from './api-keys.service';
import { CreateApiKeyRequest } from './requests/create-api-key.request';
import { RotateApiKeyRequest } from './requests/rotate-api-key.request';

const PATH = 'api/settings/keys';

/** The API keys of the panel. */
@ApiTags('Settings')
@Controller(PATH)
@RequiresRole('admin')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Describes({ summary: 'List the API keys, the newest first' })
  list(): Promise<ApiKeyDto[]> {
    return this.keys.list();
  }

  @Post()
  @RequiresConfirmation()
  @Describes({
    summary: 'Make an API key, which is shown this once',
    problems: ['name_taken'],
  })
  async create(
    @Body() key: CreateApiKeyRequest,
    @CurrentUser() actor: UserActor,
  ): Promise<Answer<CreatedApiKeyDto>> {
    return createdIn(`/${PATH}`, await this.keys.create(key, actor));
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @RequiresConfirmation()
  @Describes({
    summary: 'Rotate an API key: its new secret is shown this once',
    description:
      'It stays the same key: its id, its owner, its webhooks, and the bookings that it finds by `external_id`. It lasts as ' +
      'long from now on as it did before. With `overlap_hours` the former secret opens for so long what it did, and ' +
      'those before it until their own hours are over; without, no former one opens anything more. Revoking ends all.',
    problems: ['not_found'],
  })
  rotate(
    @Param('id', UuidPipe) id: string,
    @Body() rotation: RotateApiKeyRequest,
    @CurrentUser() actor: UserActor,
  ): Promise<CreatedApiKeyDto> {
    return this.keys.rotate(id, rotation, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @Describes({
    summary: 'Revoke an API key',
    description: 'It opens nothing more: here at once, on every other replica within a second.',
    problems: ['not_found'],
  })
  revoke(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<void> {
    return this.keys.revoke(id, actor);
  }
}
