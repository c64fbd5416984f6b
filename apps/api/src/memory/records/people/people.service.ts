import { Injectable } from '@nestjs/common';
import type { CreatePersonDto, PatchPersonDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { PageInput } from '../../../database/read-page';
import { EventsService } from '../../../events/events.service';
import type { Actor } from '../../../shared/access/caller';
import type { JsonText } from '../../../shared/http/json-text';
import { found } from '../../found';
import { PeopleRepository, type PersonSort } from './people.repository';
import type { StoredRow } from '../../row-json';

/** People as the panel keeps them; nothing else writes them. Rows are `PersonDto`s as JSON. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PeopleRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  list({ sort = 'name', ...page }: PageInput & { sort?: PersonSort }): Promise<JsonText> {
    return this.people.listPeople(sort, page);
  }

  async get(id: number): Promise<JsonText> {
    return found(await this.people.findPerson(id), 'person');
  }

  async create(person: CreatePersonDto, actor: Actor): Promise<StoredRow> {
    const made = await this.people.insertPerson(person);
    await this.audit.record(actor, { action: 'person.created', object: `person:${made.id}` });
    this.events.announce('person.updated', made.id);
    return made;
  }

  /** @throws AppError `not_found` */
  async patch(id: number, patch: PatchPersonDto, actor: Actor): Promise<JsonText> {
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return this.get(id);
    const row = found(await this.people.updatePerson(id, patch), 'person');
    await this.audit.record(actor, { action: 'person.updated', object: `person:${id}`, details: { fields } });
    this.events.announce('person.updated', id);
    return row;
  }

  async remove(id: number, actor: Actor): Promise<void> {
    found(await this.people.deletePerson(id), 'person');
    await this.audit.record(actor, { action: 'person.deleted', object: `person:${id}` });
    this.events.announce('person.updated', id);
  }
}
