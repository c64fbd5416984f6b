import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { DatabaseName } from '../database/data-source-options';
import { MEMORY } from '../database/memory.data-source';
import type { TableOfClients } from './personal-columns';
import { handingStatement } from './personal-statements';
import { findPerson, valuesOf, type Person } from './person';

export type Row = Record<string, unknown>;

@Injectable()
export class ClientDataRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    @InjectDataSource(MEMORY) private readonly memory: DataSource,
  ) {}

  findPerson(client_id: string): Promise<Person> {
    return findPerson(this.panel, client_id);
  }

  listRows(
    database: DatabaseName,
    [table, rule]: [string, TableOfClients],
    person: Person,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Row[]> {
    const values = [...valuesOf(person), limit, offset];
    return (database === 'panel' ? this.panel : this.memory).query<Row[]>(
      handingStatement(table, rule),
      values,
    );
  }
}
