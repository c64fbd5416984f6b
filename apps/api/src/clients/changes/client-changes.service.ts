import { Injectable } from '@nestjs/common';
import { LIMITS, type ChangeClientsDto, type ClientChangesDto } from '@groupless/shared-dto';
import type { Actor } from '../../platform/access/caller';
import { AppError } from '../../platform/errors/app-error';
import type { Client } from '../client.entity';
import { ClientsService } from '../clients.service';
import { distinctTags, foldedTag } from '../tags';

/** The same change of several clients, each in a transaction of its own. */
@Injectable()
export class ClientChangesService {
  constructor(private readonly clients: ClientsService) {}

  async change({ ids, versions = [], ...change }: ChangeClientsDto, actor: Actor): Promise<ClientChangesDto> {
    const answer: ClientChangesDto = { changed: [], failed: [], versions: [], coming_appointments: 0 };
    const expected = new Map(versions.map(({ id, version }) => [id.toLowerCase(), [version]]));
    const archived: string[] = [];
    for (const id of ids.map((one) => one.toLowerCase())) {
      try {
        const edit = (stored: Client) => editOf(stored, change);
        const { version, changed } = await this.clients.edit(id, edit, actor, expected.get(id) ?? null);
        answer.changed.push(id);
        answer.versions.push({ id, version });
        if (changed && change.status === 'archived') archived.push(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const detail =
          error.code === 'version_mismatch' ? await this.clients.tellLastChange(id) : error.message;
        answer.failed.push({ id, code: error.code, detail });
      }
    }
    answer.coming_appointments = await this.clients.countComing(archived);
    return answer;
  }
}

function editOf(
  { tags: stored }: Client,
  { status, add_tags = [], remove_tags = [] }: Omit<ChangeClientsDto, 'ids' | 'versions'>,
): Pick<Client, 'tags'> & Partial<Pick<Client, 'status'>> {
  const removed = new Set(remove_tags.map(foldedTag));
  const tags = distinctTags([...stored.filter((tag) => !removed.has(foldedTag(tag))), ...add_tags]);
  if (tags.length > LIMITS.tags && tags.length > stored.length)
    throw new AppError('invalid_request', `A client has at most ${LIMITS.tags} tags.`);
  return { tags, ...(status === undefined ? {} : { status }) };
}
