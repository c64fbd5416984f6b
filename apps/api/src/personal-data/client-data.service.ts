import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { ClientDataFormat } from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { ClientsService } from '../clients/clients.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { mailLanguageOf } from '../shared/mail-language';
import { ClientDataRepository, type Row } from './client-data.repository';
import { htmlFile, jsonFile, type DataFile } from './client-data-files';
import { TABLES_OF_CLIENTS } from './personal-columns';
import type { Person } from './person';

/** Rows in memory at a time. */
const BATCH = 500;

const FILES: Record<ClientDataFormat, DataFile> = { json: jsonFile, html: htmlFile };

/** Hands over what is kept of a client. */
@Injectable()
export class ClientDataService {
  constructor(
    private readonly data: ClientDataRepository,
    private readonly clients: ClientsService,
    private readonly audit: AuditService,
    private readonly business: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Batches are read as fast as the caller reads, so a slow one holds no connection.
   * @throws AppError `not_found`, `erased`
   */
  async file(id: string, format: ClientDataFormat, actor: KnownActor): Promise<Readable> {
    const { row: client } = await this.clients.get(id);
    const person = await this.data.findPerson(client.id);
    await this.audit.record(actor, { action: 'client.handed_over', object: `client:${client.id}` });
    const { language, time_zone } = await this.business.current();
    const about = {
      client_id: client.id,
      name: client.name,
      at: this.clock.now(),
      language: mailLanguageOf(client.language, language),
      time_zone,
    };
    return Readable.from(bytes(FILES[format](about, this.tables(person))), { objectMode: false });
  }

  /** The profile first. */
  private *tables(person: Person): Generator<{ table: string; batches: AsyncGenerator<Row[]> }> {
    for (const database of ['panel', 'memory'] as const)
      for (const [table, rule] of Object.entries(TABLES_OF_CLIENTS[database]).toReversed()) {
        if (rule.handed === undefined) continue;
        const read = (offset: number) =>
          this.data.listRows(database, [table, rule], person, { limit: BATCH, offset });
        yield { table, batches: batches(read) };
      }
  }
}

async function* batches(read: (offset: number) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let offset = 0, isLast = false; !isLast; offset += BATCH) {
    const rows = await read(offset);
    if (rows.length > 0) yield rows;
    isLast = rows.length < BATCH;
  }
}

async function* bytes(texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
