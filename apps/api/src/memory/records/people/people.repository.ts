import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { CreatePersonDto, PageDto, PatchPersonDto, PERSON_SORTS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { withNumericId } from '../../../database/statements/bigint';
import { MEMORY } from '../../../database/memory.data-source';
import { demandFirst, type RequestKey } from '../../../database/request-keys';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.statements';
import { deleteAs } from '../../history/change-source.statements';
import { SORTS } from '../../sorts';
import { AssistantPerson } from './assistant-person.entity';

export type PersonSort = (typeof PERSON_SORTS)[number];

@Injectable()
export class PeopleRepository {
  constructor(
    @InjectRepository(AssistantPerson, MEMORY) private readonly people: Repository<AssistantPerson>,
  ) {}

  listPeople(sort: PersonSort, { as_of, ...page }: AsOfPage): Promise<PageDto<AssistantPerson>> {
    return readEntityPage(entitiesAsOf(this.people, 'person', as_of), SORTS.people[sort], page);
  }

  /** Those of a name, without case; two at most. */
  listNamed(name: string): Promise<AssistantPerson[]> {
    return this.people
      .createQueryBuilder('person')
      .where('folded_name(person.name) = folded_name(:name)', { name })
      .orderBy('person.id')
      .limit(2)
      .getMany();
  }

  findPerson(id: number): Promise<AssistantPerson | null> {
    return this.people.findOneBy({ id });
  }

  /** @throws RequestedBefore; AppError `idempotency_key_reused` */
  insertPerson(
    fields: CreatePersonDto,
    { source, request, now }: { source: WriteSource; request: RequestKey | null; now: Date },
  ): Promise<AssistantPerson> {
    return this.people.manager.transaction(async (transaction) => {
      const person = this.people.create({ ...fields, ...sourceColumns(source) });
      await transaction.insert(AssistantPerson, person);
      await demandFirst(transaction, request, String(person.id), now);
      return withNumericId(person);
    });
  }

  /** Changes the fields that are given. */
  async updatePerson(
    id: number,
    patch: PatchPersonDto,
    source: WriteSource,
  ): Promise<AssistantPerson | null> {
    await this.people.update({ id }, { ...patch, ...sourceColumns(source), updated_at: () => 'now()' });
    return this.findPerson(id);
  }

  deletePerson(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.people, { id }, source);
  }
}
