import { Injectable } from '@nestjs/common';
import { LIMITS, type ClientDto, type ClientSort, type PageDto } from '@groupless/shared-dto';
import type { PageInput } from '../../database/pages/read-page';
import { AppError } from '../../platform/errors/app-error';
import { encodeCursor, decodeCursor, invalidCursor, listFingerprint } from '../../platform/http/cursor';
import type { JsonText } from '../../platform/http/json-text';
import { areNoted, type ClientFilter } from '../client-filter';
import { ClientWordsRepository } from './client-words.repository';
import { ClientsRepository } from '../clients.repository';
import { nameWords } from '../names';

type Page = PageDto<ClientDto>;
type Part = (page: PageInput) => Promise<JsonText>;
type Search = Omit<ClientFilter, 'search'> & { search: string };

/**
 * Finds clients as people look for them: by what was typed as it stands, then by its words in any order, without
 * salutations and commas, then by the words of tags and notes. Each part is a list of its own, in the order of the sort;
 * a page goes from one to the next. Where nothing is found, words with a typing error are corrected.
 */
@Injectable()
export class ClientSearchService {
  constructor(
    private readonly clients: ClientsRepository,
    private readonly words: ClientWordsRepository,
  ) {}

  /** @throws AppError `invalid_cursor` */
  async list(
    filter: Search,
    sort: ClientSort,
    { limit = LIMITS.page.default, cursor }: PageInput,
  ): Promise<JsonText> {
    const parts = this.partsOf(filter, sort);
    const name = listFingerprint(['client search', filter, sort]);
    const start = cursor === undefined ? 0 : startOf(cursor, name);
    if (cursor === undefined || start !== null)
      return this.fill(parts, { first: start ?? 0, limit, name, cursor: undefined }, filter, sort);
    for (const [first, part] of parts.entries()) {
      const page = await part({ limit, cursor }).catch(ifOfAnother);
      if (page !== null) return this.fill(parts, { first, limit, name, cursor }, filter, sort);
    }
    const words = await this.correct(filter);
    if (words === null) throw invalidCursor();
    const { search: _search, ...others } = filter;
    return this.clients.listClients({ ...others, words }, sort, { limit, cursor });
  }

  private correct({ search }: Search) {
    return this.words.correct(nameWords(search).join(' '));
  }

  private partsOf({ search, ...others }: Search, sort: ClientSort): Part[] {
    const words = nameWords(search);
    const isOneWord = words.length < 2 && words[0] === search.trim().toLowerCase();
    return [
      (page) => this.clients.listClients({ ...others, search }, sort, page),
      ...(isOneWord || words.length === 0
        ? []
        : [
            (page: PageInput) =>
              this.clients.listClients(
                { ...others, words: words.map((word) => [word]), unlike: search },
                sort,
                page,
              ),
          ]),
      ...(areNoted(words)
        ? [
            (page: PageInput) =>
              this.clients.listNoted({ ...others, noted: words, unlike: search }, sort, page),
          ]
        : []),
    ];
  }

  /** A page that begins in one part and continues with the next ones. The total counts all. */
  private async fill(
    parts: readonly Part[],
    {
      first,
      limit,
      name,
      cursor,
    }: { first: number; limit: number; name: string; cursor: string | undefined },
    filter: Search,
    sort: ClientSort,
  ): Promise<JsonText> {
    const page: Page = { items: [], next_cursor: null, total: 0, total_is_exact: true };
    for (const [place, part] of parts.entries()) {
      const free = limit - page.items.length;
      const isShown = place >= first && page.next_cursor === null && free > 0;
      // Other parts are only counted, and not even that beyond the limit.
      if (!isShown && !page.total_is_exact) continue;
      const at = place === first ? cursor : undefined;
      const found = JSON.parse(await part(isShown ? { limit: free, cursor: at } : { limit: 1 })) as Page;
      page.total += found.total;
      page.total_is_exact &&= found.total_is_exact;
      if (isShown) {
        page.items.push(...found.items);
        page.next_cursor = found.next_cursor;
      } else if (place >= first && page.next_cursor === null && found.items.length > 0)
        page.next_cursor = encodeCursor(name, [String(place)]);
    }
    page.total = Math.min(page.total, LIMITS.page.counted);
    if (page.total > 0) return JSON.stringify(page) as JsonText;
    const words = await this.correct(filter);
    const { search: _search, ...others } = filter;
    if (words !== null) return this.clients.listClients({ ...others, words }, sort, { limit });
    return JSON.stringify(page) as JsonText;
  }
}

/** The part at whose start a page begins; null if the cursor is that of a row. */
function startOf(cursor: string, name: string): number | null {
  try {
    return Number(decodeCursor(cursor, name, ['integer'])[0]);
  } catch {
    return null;
  }
}

function ifOfAnother(error: unknown): null {
  if (error instanceof AppError && error.code === 'invalid_cursor') return null;
  throw error;
}
