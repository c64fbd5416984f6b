import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PageDto, ClientDto, SavedClientDto } from '@groupless/shared-dto';
import { RequiresRole } from '../platform/access/access.decorators';
import type { Actor, KnownActor } from '../platform/access/caller';
import { CurrentActor, CurrentKnownActor } from '../platform/access/current-caller';
import { Describes } from '../platform/docs/describes';
import { created, ok, type Answer, type Versioned } from '../platform/http/answer';
import { IdempotencyKey } from '../platform/http/headers/idempotency-key';
import { IfMatch, type ExpectedVersions } from '../platform/http/headers/if-match';
import { UuidPipe } from '../platform/http/uuid.pipe';
import { ClientsService } from './clients.service';
import { ClientListRequest } from './requests/client-list.request';
import { CreateClientRequest, PatchClientRequest } from './requests/client.request';

const PATH = 'api/clients';

@ApiTags('Clients')
@Controller(PATH)
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({ summary: 'List the clients', problems: ['invalid_cursor'] })
  async list(@Query() query: ClientListRequest): Promise<Answer<PageDto<ClientDto>>> {
    return ok(await this.clients.list(query));
  }

  @Post()
  @RequiresRole('operator')
  @Describes({
    summary: 'Add a client',
    once: true,
    problems: ['invalid_phone', 'duplicate_client'],
  })
  async create(
    @Body() client: CreateClientRequest,
    @IdempotencyKey() key: string | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<SavedClientDto> | Versioned<SavedClientDto>> {
    const made = await this.clients.create(client, actor, key);
    return made.is_new ? created(`/${PATH}`, made.client) : made.client;
  }

  @Get(':id')
  @RequiresRole('viewer')
  @Describes({ summary: 'Read a client', tagged: true, problems: ['not_found', 'erased'] })
  get(@Param('id', UuidPipe) id: string): Promise<Versioned<ClientDto>> {
    return this.clients.get(id);
  }

  @Patch(':id')
  @RequiresRole('operator')
  @Describes({
    summary: 'Change a client',
    description: 'Fields that are left out stay as they are.',
    problems: [
      ...(['not_found', 'erased', 'version_mismatch', 'invalid_phone', 'duplicate_client'] as const),
      'unfilled_placeholder',
    ],
  })
  patch(
    @Param('id', UuidPipe) id: string,
    @Body() patch: PatchClientRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentActor() actor: Actor,
  ): Promise<Versioned<SavedClientDto>> {
    return this.clients.patch(id, patch, versions, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequiresRole('operator')
  @Describes({
    summary: 'Remove a client',
    description: 'One with appointments stays; set its status to `archived` instead.',
    problems: ['not_found', 'erased', 'version_mismatch', 'client_in_use'],
  })
  remove(
    @Param('id', UuidPipe) id: string,
    @IfMatch() versions: ExpectedVersions,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.clients.remove(id, versions, actor);
  }
}
