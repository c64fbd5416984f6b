import { Injectable } from '@nestjs/common';
import { LIMITS, type ChangeClientsDto, type ClientChangesDto } from '@groupless/shared-dto';
import type { Actor } from '../../shared/access/caller';
import { AppError } from '../../shared/errors/app-error';
import type { Client } from '../client.entity';
import { ClientsService } from '../clients.service';

/** The same change of several clients, each in a transaction of its own. */
@Injectable()
export class ClientChangesService {
  constructor(private readonly clients: ClientsService) {}

  async change({ ids, ...change }: ChangeClientsDto, actor: Actor): Promise<ClientChangesDto> {
    const answer: ClientChangesDto = { changed: [], failed: [] };
    for (const id of ids.map((one) => one.toLowerCase())) {
      try {
        await this.clients.edit(id, (stored) => editOf(stored, change), actor);
        answer.changed.push(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        answer.failed.push({ id, code: error.code, detail: error.message });
      }
    }
    return answer;
  }
}

function editOf(
  { tags: stored }: Client,
  { status, add_tags = [], remove_tags = [] }: Omit<ChangeClientsDto, 'ids'>,
): Pick<Client, 'tags'> & Partial<Pick<Client, 'status'>> {
  const tags = [...new Set([...stored.filter((tag) => !remove_tags.includes(tag)), ...add_tags])];
  if (tags.length > LIMITS.tags && tags.length > stored.length)
    throw new AppError('invalid_request', `A client has at most ${LIMITS.tags} tags.`);
  return { tags, ...(status === undefined ? {} : { status }) };
}
