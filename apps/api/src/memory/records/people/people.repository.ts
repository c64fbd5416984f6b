import { Injectable } from '@nestjs/common';
import type { CreatePersonDto, PatchPersonDto, PERSON_SORTS } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { readPage, type PageInput } from '../../../database/read-page';
import type { JsonText } from '../../../shared/http/json-text';
import { PERSON_JSON, type StoredRow } from '../../row-json';
import { SORTS } from '../../sorts';

export type PersonSort = (typeof PERSON_SORTS)[number];

const FIND = {
  name: 'find_person',
  text: `select ${PERSON_JSON} as row from assistant_people where id = $1`,
};

const INSERT = {
  name: 'insert_person',
  text: `
    insert into assistant_people (name, relationship, notes) values ($1, coalesce($2, ''), coalesce($3, ''))
    returning id, ${PERSON_JSON} as row`,
};

const UPDATE = {
  name: 'update_person',
  text: `
    update assistant_people
    set name = coalesce($1, name), relationship = coalesce($2, relationship), notes = coalesce($3, notes),
        updated_at = now()
    where id = $4
    returning ${PERSON_JSON} as row`,
};

const DELETE = { name: 'delete_person', text: 'delete from assistant_people where id = $1 returning id' };

@Injectable()
export class PeopleRepository {
  constructor(private readonly memory: MemoryStatements) {}

  listPeople(sort: PersonSort, page: PageInput): Promise<JsonText> {
    const list = { name: 'people', row: PERSON_JSON, from: 'assistant_people', where: [], values: [] };
    return readPage(this.memory, { ...list, sort: SORTS.people[sort] }, page);
  }

  async findPerson(id: number): Promise<JsonText | null> {
    const [found] = await this.memory.run<{ row: JsonText }>(FIND, [id]);
    return found?.row ?? null;
  }

  insertPerson({ name, relationship, notes }: CreatePersonDto): Promise<StoredRow> {
    return this.memory.one(INSERT, [name, relationship ?? null, notes ?? null]);
  }

  /** Changes the fields that are given. */
  async updatePerson(id: number, { name, relationship, notes }: PatchPersonDto): Promise<JsonText | null> {
    const values = [name ?? null, relationship ?? null, notes ?? null, id];
    const [changed] = await this.memory.run<{ row: JsonText }>(UPDATE, values);
    return changed?.row ?? null;
  }

  async deletePerson(id: number): Promise<boolean> {
    return (await this.memory.run(DELETE, [id])).length > 0;
  }
}
