import { Injectable } from '@nestjs/common';
import type { ClientDto } from '@groupless/shared-dto';
import { PanelStatements } from '../../database/database.module';
import { clause } from '../../database/pages/page-statements';
import { filterConditions, type ClientFilter } from '../client-filter';
import { SHOWN_COLUMNS } from '../client-json';

@Injectable()
export class ClientExportRepository {
  constructor(private readonly panel: PanelStatements) {}

  /** The next clients after an id, in the order of the ids. The time limit is ten minutes. */
  listClientsAfter(id: string | null, filter: ClientFilter, limit: number): Promise<ClientDto[]> {
    const { where, values } = filterConditions({ ...filter, is_whole: true });
    const behind = id === null ? [] : [`id > $${values.push(id)}::uuid`];
    const text = `select ${SHOWN_COLUMNS} from clients ${clause([...where, ...behind])} order by id limit ${limit}`;
    return this.panel.runLong<ClientDto>({ text }, values);
  }
}
