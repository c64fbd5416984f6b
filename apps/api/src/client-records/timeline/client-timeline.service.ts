import { Injectable } from '@nestjs/common';
import type { ClientTimelineEntryDto, PageDto } from '@groupless/shared-dto';
import { ClientsService } from '../../clients/clients.service';
import type { PageInput } from '../../database/pages/read-page';
import { ClientTimelineRepository } from './client-timeline.repository';

/** What happened with a client: its appointments, its conversations, the changes of its record and the mails to it. */
@Injectable()
export class ClientTimelineService {
  constructor(
    private readonly timeline: ClientTimelineRepository,
    private readonly clients: ClientsService,
  ) {}

  /**
   * The newest first.
   * @throws AppError `not_found`, `invalid_cursor`
   */
  async list(client_id: string, page: PageInput): Promise<PageDto<ClientTimelineEntryDto>> {
    await this.clients.get(client_id);
    return this.timeline.listEntries(client_id, page);
  }
}
