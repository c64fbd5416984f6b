import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ClientChangeDto, PageDto, SavedClientDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { RowIdPipe } from '../../platform/http/row-id.pipe';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { PageRequest } from '../../platform/validation/page.request';
import type { Versioned } from '../../platform/http/answer';
import { ClientHistoryService } from './client-history.service';
import { PutBackRequest } from './put-back.request';

@ApiTags('Clients')
@Controller('api/clients/:id/history')
export class ClientHistoryController {
  constructor(private readonly history: ClientHistoryService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List what the fields of a client were before each change, the newest first',
    description: 'Kept as long as the audit; of very many changes the latest.',
    problems: ['not_found', 'invalid_cursor'],
  })
  list(@Param('id', UuidPipe) id: string, @Query() page: PageRequest): Promise<PageDto<ClientChangeDto>> {
    return this.history.list(id, page);
  }

  @Post(':version/put-back')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Make fields of a client again what they were before a change',
    description: 'That is a change of its own: what they were until then is kept too.',
    problems: ['not_found', 'version_mismatch', 'duplicate_client'],
  })
  putBack(
    @Param('id', UuidPipe) id: string,
    @Param('version', RowIdPipe) version: number,
    @Body() wish: PutBackRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentActor() actor: Actor,
  ): Promise<Versioned<SavedClientDto>> {
    return this.history.putBack(id, version, wish, versions, actor);
  }
}
