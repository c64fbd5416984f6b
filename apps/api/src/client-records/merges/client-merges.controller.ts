import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientMergeDto, PageDto, UndoneMergeDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { createdOnce, MadeOnce, type RequestKey } from '../../database/request-keys';
import { Describes } from '../../platform/docs/describes';
import type { Answer } from '../../platform/http/answer';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { PageRequest } from '../../platform/validation/page.request';
import { ClientMergesService } from './client-merges.service';
import { MergeClientRequest } from './merge-client.request';

@ApiTags('Clients')
@Controller('api/clients/:id/merges')
export class ClientMergesController {
  constructor(private readonly merges: ClientMergesService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the clients that were merged into this one, the newest first',
    problems: ['not_found', 'invalid_cursor'],
  })
  list(@Param('id', UuidPipe) id: string, @Query() page: PageRequest): Promise<PageDto<ClientMergeDto>> {
    return this.merges.list(id, page);
  }

  @Post()
  @RequiresRole('operator')
  @Describes({
    summary: 'Merge another client into this one',
    description:
      'Appointments and conversations move. Contacts and the company are taken over where this client has none; tags ' +
      'and notes are added. Agents still find this client by the other’s phone, email and id.',
    once: true,
    problems: ['not_found', 'changed_since'],
  })
  merge(
    @Param('id', UuidPipe) id: string,
    @Body() { client_id }: MergeClientRequest,
    @MadeOnce('merge') request: RequestKey | null,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Answer<ClientMergeDto>> {
    const make = () => this.merges.merge(id, client_id.toLowerCase(), actor, request);
    return createdOnce(`/api/clients/${id}/merges`, make, (merge_id) => this.merges.get(id, merge_id));
  }

  @Post(':merge_id/undo')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Undo a merge',
    description:
      'The client is back with its id. What moved with the merge moves back, unless it was moved elsewhere since; ' +
      'fields of the client that stayed are put back unless they were changed since; of its notes the block that the merge ' +
      'added is cut out. Chats from numbers of the client, and what was booked in them, are its own again. The answer ' +
      'counts what moved back, and says what could not be parted and who else has the number.',
    problems: ['not_found', 'changed_since'],
  })
  undo(
    @Param('id', UuidPipe) id: string,
    @Param('merge_id', UuidPipe) merge_id: string,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<UndoneMergeDto> {
    return this.merges.undo(id, merge_id, actor);
  }
}
