import { Injectable } from '@nestjs/common';
import type { CreatePersonDto, PatchPersonDto } from '@groupless/shared-dto';
import type { PageInput } from '../database/read-page';
import type { JsonText } from '../shared/http/json-text';
import { found } from './found';
import { PeopleRepository, type PersonSort } from './people.repository';
import type { StoredRow } from './row-json';

/** People as the panel keeps them; nothing else writes them. Rows are `PersonDto`s as JSON. */
@Injectable()
export class PeopleService {
  constructor(private readonly people: PeopleRepository) {}

  list({ sort = 'name', ...page }: PageInput & { sort?: PersonSort }): Promise<JsonText> {
    return this.people.listPeople(sort, page);
  }

  async get(id: number): Promise<JsonText> {
    return found(await this.people.findPerson(id), 'person');
  }

  create(person: CreatePersonDto): Promise<StoredRow> {
    return this.people.insertPerson(person);
  }

  /** @throws AppError `not_found` */
  async patch(id: number, patch: PatchPersonDto): Promise<JsonText> {
    if (Object.keys(patch).length === 0) return this.get(id);
    return found(await this.people.updatePerson(id, patch), 'person');
  }

  async remove(id: number): Promise<void> {
    found(await this.people.deletePerson(id), 'person');
  }
}
