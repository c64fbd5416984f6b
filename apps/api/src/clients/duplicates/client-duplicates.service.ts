import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type ClientDto,
  type ClientDuplicateDto,
  type DuplicateReason,
  type PageDto,
} from '@groupless/shared-dto';
import { found } from '../../platform/errors/found';
import { ClientWordsRepository } from '../search/client-words.repository';
import { toClientDto } from '../client.mapper';
import { nameFit, nameWords } from '../names';
import { ClientsRepository } from '../clients.repository';

/** Finds clients that may be the same person. */
@Injectable()
export class ClientDuplicatesService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly words: ClientWordsRepository,
  ) {}

  /**
   * At most `LIMITS.duplicates`, those that share most first: the phone, the email (also with a `+tag`), the name, or a
   * name that differs by titles, by the order or by one typing error in each of its words.
   * @throws AppError `not_found`
   */
  async list(id: string): Promise<PageDto<ClientDuplicateDto>> {
    const client = found(await this.clients.findClient(id), 'client');
    const { by_phone, by_email, by_name } = await this.clients.listSharing(client);
    const near = [...(await this.withoutTitles(client.name)), ...(await this.withNearName(client.name))];
    const tagged = client.email === null ? [] : await this.clients.listOfMailbox(client.email);
    const duplicates = new Map<string, ClientDuplicateDto>();
    const add = (clients: readonly ClientDto[], reason: DuplicateReason) => {
      for (const other of clients) {
        const known = duplicates.get(other.id) ?? { client: other, reasons: [] };
        const isTold =
          known.reasons.includes(reason) || (reason === 'similar_name' && known.reasons.includes('name'));
        if (other.id !== id && !isTold)
          duplicates.set(other.id, { ...known, reasons: [...known.reasons, reason] });
      }
    };
    add(by_phone.map(toClientDto), 'phone');
    add(by_email.map(toClientDto), 'email');
    add(tagged.map(toClientDto), 'email');
    add(by_name.map(toClientDto), 'name');
    add(near, 'similar_name');
    const all = [...duplicates.values()].sort((a, b) => b.reasons.length - a.reasons.length);
    const items = all.slice(0, LIMITS.duplicates);
    return { items, next_cursor: null, total: items.length, total_is_exact: items.length === all.length };
  }

  /**
   * Clients with the same words in the name, in any order and without titles: `Dr. Herbert Groß` and `Groß Herbert`.
   */
  private async withoutTitles(name: string): Promise<ClientDto[]> {
    const words = nameWords(name).map((word) => [word]);
    const clients = await this.clients.listWithWords(words, LIMITS.duplicates);
    return clients.filter((client) => nameFit(folded(client.name), folded(name)) === 2);
  }

  private async withNearName(name: string): Promise<ClientDto[]> {
    const words = await this.words.correct(name);
    if (words === null) return [];
    const clients = await this.clients.listWithWords(words, LIMITS.duplicates);
    const count = wordsOf(name);
    return clients.filter((client) => wordsOf(client.name) === count);
  }
}

function wordsOf(name: string): number {
  return name.split(/\s+/).filter(Boolean).length;
}

function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
}
