import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS, type ClientDto, type ClientSort, type PageDto } from '@groupless/shared-dto';
import { IsNull, Not, Repository } from 'typeorm';
import { PanelStatements } from '../database/database.module';
import { clause } from '../database/pages/page-statements';
import { readFilteredPage } from '../database/pages/read-filtered-page';
import { readPage, type PageInput } from '../database/pages/read-page';
import type { JsonText } from '../platform/http/json-text';
import {
  filterConditions,
  SEARCHED,
  type ClientFilter,
  type CorrectedFilter,
  type NotedFilter,
  type OtherOrderFilter,
} from './client-filter';
import { listByContacts } from './contacts/client-contacts.repository';
import { CLIENT_JSON } from './client-json';
import { sortKeys } from './client-sorts';
import { ClientErasure } from './client-erasure.entity';
import { mailboxOf } from '../shared/mailbox';
import { Client, contactsOf, emailKey } from './client.entity';
import { findKeptClient } from './merged-clients.statements';

const MOST_NOTED = 1_000;

const EMAIL_KEY = emailKey('client.email');

const COUNT_COMING = {
  name: 'count_coming_of_clients',
  text: `select count(*)::int as count from appointments
    where client_id = any($1::uuid[]) and starts_at > $2 and status in ('pending', 'confirmed')`,
};

const LAST_CHANGE = {
  name: 'last_change_of_client',
  text: `
    select clients.name, coalesce(users.name, event.user_name, event.key_name) as by from clients
    left join lateral (
      select user_id, user_name, key_name from audit_events where object = 'client:' || clients.id order by at desc, id desc limit 1
    ) as event on true
    left join users on users.id = event.user_id
    where clients.id = $1`,
};

/** Finds clients. `ClientWritesRepository` changes them. */
@Injectable()
export class ClientsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectRepository(Client) private readonly clients: Repository<Client>,
  ) {}

  /**
   * Clients with the words in tags or notes. Of very many only some, to bound the cost of sorting.
   * @throws AppError `invalid_cursor`
   */
  listNoted(filter: NotedFilter, sort: ClientSort, page: PageInput): Promise<JsonText> {
    const { where, values } = filterConditions(filter);
    const from = `(select * from clients ${clause(where)} limit ${MOST_NOTED}) as clients`;
    const list = {
      name: 'clients by notes',
      row: CLIENT_JSON,
      from,
      where: [],
      values,
      sort: sortKeys(sort),
      is_short: true,
    };
    return readPage(this.statements, list, page);
  }

  /** @throws AppError `invalid_cursor` */
  listClients(
    filter: ClientFilter | CorrectedFilter | OtherOrderFilter,
    sort: ClientSort,
    page: PageInput,
  ): Promise<JsonText> {
    const conditions = filterConditions(filter);
    const list = { name: 'clients', row: CLIENT_JSON, from: 'clients', sort: sortKeys(sort), ...conditions };
    if (list.where.length === 0) return readPage(this.statements, { ...list, kept_count: 'clients' }, page);
    const isCovered = sort.endsWith('name') && conditions.columns.every((name) => SEARCHED.includes(name));
    return readFilteredPage(this.statements, { ...list, is_covered: isCovered }, page);
  }

  /** The first by name of those whose names have these words, each in one of its forms. */
  async listWithWords(words: CorrectedFilter['words'], most: number): Promise<ClientDto[]> {
    const page = await this.listClients({ words }, 'name', { limit: most });
    return (JSON.parse(page) as PageDto<ClientDto>).items;
  }

  /** Counts future appointments. It is here because appointments use clients, not the other way round. */
  async countComing(ids: readonly string[], now: Date): Promise<number> {
    const { count } = await this.statements.readOne<{ count: number }>(COUNT_COMING, [ids, now]);
    return count;
  }

  /** Who changed a client last, and its name; null if there is no such client. */
  async findLastChange(id: string): Promise<{ name: string; by: string | null } | null> {
    const [found] = await this.statements.run<{ name: string; by: string | null }>(LAST_CHANGE, [id]);
    return found ?? null;
  }

  /** The client, or the one into which it was merged. */
  async findKept(id: string): Promise<Client | null> {
    return (await this.findClient(id)) ?? findKeptClient(this.clients.manager, id);
  }

  /** Whether the client was erased: its rows are gone. */
  isErased(client_id: string): Promise<boolean> {
    const where = { client_id, rows_erased_at: Not(IsNull()) };
    return this.clients.manager.existsBy(ClientErasure, where);
  }

  findClient(id: string): Promise<Client | null> {
    return this.clients.findOneBy({ id });
  }

  /** Clients that share the phone, email or name, the client itself included; limited. */
  async listSharing(client: Client): Promise<Record<'by_phone' | 'by_email' | 'by_name', Client[]>> {
    const { manager } = this.clients;
    const by_name = this.clients
      .createQueryBuilder('client')
      .where('client.name_key collate "C" = sort_name(:name)', { name: client.name })
      .limit(LIMITS.duplicates + 1)
      .getMany();
    return { ...(await listByContacts(manager, contactsOf(client))), by_name: await by_name };
  }

  /** Clients with the same mailbox: `jana+shop@example.com` and `jana@example.com`. Limited. */
  listOfMailbox(email: string): Promise<Client[]> {
    const known = mailboxOf(email);
    if (known === null) return Promise.resolve([]);
    const { mailbox, domain } = known;
    return (
      this.clients
        .createQueryBuilder('client')
        // The comma follows the plus in the sort order.
        .where(`(${EMAIL_KEY} = :plain or ${EMAIL_KEY} >= :first and ${EMAIL_KEY} < :last)`, {
          plain: `${mailbox}@${domain}`,
          first: `${mailbox}+`,
          last: `${mailbox},`,
        })
        .andWhere('right(lower(client.email), :length) = :end', {
          length: domain.length + 1,
          end: `@${domain}`,
        })
        .limit(LIMITS.duplicates + 1)
        .getMany()
    );
  }
}
