import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { CLIENT_COLUMNS, type ClientColumn, type ClientDto } from '@groupless/shared-dto';
import { defused, joinTags, phoneAsText, type ListSeparator } from '@groupless/shared-dto/business/csv-cells';
import type { ClientFilter } from '../client-filter';
import { ClientExportRepository } from './client-export.repository';
import { BYTE_ORDER_MARK, toCsv } from '../../shared/csv/csv-text';
import { joinOtherPhones } from './phone-cells';

/** Clients in memory at a time. */
const BATCH = 500;

/** Exports clients. */
@Injectable()
export class ClientExportService {
  constructor(private readonly clients: ClientExportRepository) {}

  /**
   * CSV (RFC 4180) in the order of the ids, or as spreadsheets of a separator read it, with phones that they leave as they are.
   * Batches are read as fast as the caller reads, so a slow one holds no
   * connection.
   */
  export(filter: ClientFilter, separator?: ListSeparator): Readable {
    return Readable.from(this.texts(filter, separator), { objectMode: false });
  }

  private async *texts(filter: ClientFilter, separator?: ListSeparator): AsyncGenerator<Buffer> {
    let begin = BYTE_ORDER_MARK + toCsv([[...CLIENT_COLUMNS]], separator);
    const written = separator === undefined ? (phone: string) => phone : phoneAsText;
    for (let after: string | null = null, isLast = false; !isLast; begin = '') {
      const clients: ClientDto[] = await this.clients.listClientsAfter(after, filter, BATCH);
      yield Buffer.from(
        begin +
          toCsv(
            clients.map((client) => toCells(client, written)),
            separator,
          ),
      );
      isLast = clients.length < BATCH;
      after = clients.at(-1)?.id ?? null;
    }
  }
}

function toCells(client: ClientDto, written: (phone: string) => string): string[] {
  return CLIENT_COLUMNS.map((column) => {
    if (column === 'phone') return written(client.phone ?? '');
    return defused(toText(client, column, written));
  });
}

function toText(client: ClientDto, column: ClientColumn, written: (phone: string) => string): string {
  if (column === 'tags') return joinTags(client.tags);
  if (column === 'other_phones') return joinOtherPhones(client.other_phones, written);
  if (column === 'shared_phone') return written(client.shared_phone ?? '');
  return client[column] ?? '';
}
