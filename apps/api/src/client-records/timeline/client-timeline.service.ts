import { Injectable } from '@nestjs/common';
import type { ClientTimelineEntryDto, PageDto } from '@groupless/shared-dto';
import { ClientsService } from '../../clients/clients.service';
import type { PageInput } from '../../database/pages/read-page';
import { ClientTimelineRepository } from './client-timeline.repository';

/** The timeline of a client: appointments, conversations, changes of its record, and mails. */
@Injectable()
export class ClientTimelineService {
  constructor(
    private readonly timeline: ClientTimelineRepository,
    private readonly clients: ClientsService,
  ) {}

  /**
   * Newest first.
   * @throws AppError `not_found`, `invalid_cursor`
   */
  async list(client_id: string, page: PageInput): Promise<PageDto<ClientTimelineEntryDto>> {
    await this.clients.get(client_id);
    return this.timeline.listEntries(client_id, page);
  }
}
