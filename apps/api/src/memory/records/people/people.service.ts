import { Injectable } from '@nestjs/common';
import type { CreatePersonDto, PageDto, PatchPersonDto, PersonDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { RequestKey } from '../../../database/request-keys';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { sourceOf } from '../../../platform/access/write-source';
import { Clock } from '../../../platform/clock';
import { invalidRequest } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { toPersonDto } from './person.mapper';
import { PeopleRepository, type PersonSort } from './people.repository';

/** People, for the panel and the tool `describe`. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PeopleRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list({ sort = 'name', ...page }: AsOfPage & { sort?: PersonSort }): Promise<PageDto<PersonDto>> {
    return mapPage(await this.people.listPeople(sort, page), toPersonDto);
  }

  async get(id: number): Promise<PersonDto> {
    return toPersonDto(found(await this.people.findPerson(id), 'person'));
  }

  /** @throws RequestedBefore; AppError `idempotency_key_reused` */
  async create(
    person: CreatePersonDto,
    actor: KnownActor,
    request: RequestKey | null = null,
  ): Promise<PersonDto> {
    const terms = { source: sourceOf(actor), request, now: this.clock.now() };
    const made = await this.people.insertPerson(withoutSecrets(person), terms);
    await this.audit.record(actor, { action: 'person.created', object: `person:${made.id}` });
    this.events.announce('person.updated', made.id);
    return toPersonDto(made);
  }

  /** @throws AppError `not_found` */
  async patch(id: number, patch: PatchPersonDto, actor: KnownActor): Promise<PersonDto> {
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return this.get(id);
    const person = found(
      await this.people.updatePerson(id, withoutSecrets(patch), sourceOf(actor)),
      'person',
    );
    await this.audit.record(actor, { action: 'person.updated', object: `person:${id}`, details: { fields } });
    this.events.announce('person.updated', id);
    return toPersonDto(person);
  }

  /**
   * Changes the only person of a name, without case, or adds one.
   * @returns which it is
   * @throws AppError `invalid_request` where several have the name
   */
  async describe(
    name: string,
    fields: Pick<PatchPersonDto, 'notes' | 'relationship'>,
    actor: KnownActor,
  ): Promise<string> {
    const [known, other] = await this.people.listNamed(name);
    if (other !== undefined) {
      const message = 'Several people have this name: a person tells them apart in the panel.';
      throw invalidRequest([{ field: 'person', code: 'not_allowed', message }]);
    }
    const row =
      known === undefined
        ? await this.create({ name, ...fields }, actor)
        : await this.patch(known.id, fields, actor);
    return `person ${row.id} ${JSON.stringify(row.name)}`;
  }

  async remove(id: number, actor: KnownActor): Promise<void> {
    found(await this.people.deletePerson(id, sourceOf(actor)), 'person');
    await this.audit.record(actor, { action: 'person.deleted', object: `person:${id}` });
    this.events.announce('person.updated', id);
  }
}
