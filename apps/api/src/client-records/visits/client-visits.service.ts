import { Injectable } from '@nestjs/common';
import type { ClientVisitsDto } from '@groupless/shared-dto';
import { ClientsService } from '../../clients/clients.service';
import { Clock } from '../../platform/clock';
import { ClientVisitsRepository } from './client-visits.repository';

/** How reliably a client came before, shown when somebody books or answers. */
@Injectable()
export class ClientVisitsService {
  constructor(
    private readonly visits: ClientVisitsRepository,
    private readonly clients: ClientsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` */
  async get(client_id: string): Promise<ClientVisitsDto> {
    await this.clients.get(client_id);
    return this.visits.readVisits(client_id, this.clock.now());
  }
}
