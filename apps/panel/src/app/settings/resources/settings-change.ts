import { inject, Injectable } from '@angular/core';
import {
  findName,
  isSameName,
  type AffectedAppointmentDto,
  type ChatAgentSettingsDto,
  type CreateResourceDto,
  type PatchResourceDto,
  type PatchServiceDto,
  type ReplacedChatAgentSettingsDto,
  type ResourceDto,
} from '@groupless/shared-dto';
import { BookableResources } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { apiPath } from '../../http/api-path';
import { Api, type Query, type Versioned } from '../../http/api';
import { isProblem, Problem } from '../../http/problem';
import { Texts } from '../../i18n/texts';
import { Business } from '../../data/business';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Serial } from '../../http/serial';
import { AffectedAppointments } from '../chat-agent/affected/affected-appointments';

const PATH = '/api/settings/chat-agent';

type Replaced = ChatAgentSettingsDto & Partial<ReplacedChatAgentSettingsDto>;
type Change = (settings: ChatAgentSettingsDto) => ChatAgentSettingsDto | Promise<ChatAgentSettingsDto>;

export type BookableKind = 'resources' | 'services';

interface StoreTerms {
  query?: Query;
  /** Whether to ask first where coming appointments would no longer be possible. */
  asks?: boolean;
}

/**
 * Stores changes of single resources and services, each over whatever others have stored of the rest. One after the
 * other: a change is sent with the version that the one before it has made.
 */
@Injectable({ providedIn: 'root' })
export class SettingsChange {
  private readonly api = inject(Api);
  private readonly stored = inject(Business).stored;
  private readonly resources = inject(BookableResources);
  private readonly services = inject(BookableServices);
  private readonly affected = inject(AffectedAppointments);
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(Texts);
  private readonly writes = new Serial();

  /**
   * @returns whether it is stored; else the user has thought better of it
   * @throws Problem `invalid_request`, `resource_in_use`, `slot_taken`
   */
  store(change: Change, terms: StoreTerms = {}): Promise<boolean> {
    return this.writes.run(() => this.putOver(change, terms));
  }

  /**
   * How a row is called in these settings: somebody may have renamed it, and given its name to another.
   * @param known what the user knows it by
   * @throws Problem `unknown_resource` where it has left, `version_mismatch` where the settings are older
   */
  async nameIn(
    settings: ChatAgentSettingsDto,
    { id, name: known }: Named,
    kind: BookableKind = 'resources',
  ): Promise<string> {
    const rows = await this.api.get<(Named & Pick<ResourceDto, 'archived_at'>)[]>(apiPath`/api/${kind}`);
    const row = rows.find((one) => one.id === id && one.archived_at === null);
    if (row === undefined) throw this.goneProblem(known);
    const { resources, services } = settings;
    const name = findName(kind === 'resources' ? resources : services.map((one) => one.name), row.name);
    if (name === undefined) throw new Problem(412, { code: 'version_mismatch', detail: '' });
    return name;
  }

  /** The id of the present row of a name. @throws Problem `unknown_resource` where it has left */
  async idOf(kind: BookableKind, name: string): Promise<string> {
    const rows = await this.api.get<(Named & Pick<ResourceDto, 'archived_at'>)[]>(apiPath`/api/${kind}`);
    const row = rows.find((one) => one.archived_at === null && isSameName(one.name, name));
    if (row === undefined) throw this.goneProblem(name);
    return row.id;
  }

  /** @throws Problem `invalid_request`, `name_taken` */
  create(resource: CreateResourceDto): Promise<ResourceDto> {
    return this.write(() => this.api.post<ResourceDto>('/api/resources', resource));
  }

  /**
   * For a change of what is there: under a name that somebody has changed meanwhile it would come back as another one.
   * @throws Problem `unknown_resource` where one of the names is not there
   */
  demandThere(names: readonly string[], wanted: readonly string[]): void {
    const gone = wanted.find((name) => findName(names, name) === undefined);
    if (gone !== undefined) throw this.goneProblem(gone);
  }

  /** Changes a row by its id. @throws Problem `invalid_request`, `name_taken`, `not_found`, `resource_in_use` */
  async patch(kind: BookableKind, id: string, patch: PatchResourceDto | PatchServiceDto): Promise<void> {
    await this.write(() => this.api.patch(apiPath`/api/${kind}/${id}`, patch));
  }

  /** Takes a service away. @throws Problem `not_found`, `resource_in_use` */
  async removeService(id: string, query: Query = {}): Promise<void> {
    await this.write(() => this.api.delete(apiPath`/api/services/${id}`, query));
  }

  /** A write of one row makes another version of the settings. */
  private write<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    return this.writes.run(async () => {
      const answer = await request();
      await this.stored.reload();
      return answer;
    });
  }

  private goneProblem(name: string): Problem {
    const detail = this.texts.of('resources.gone', { name });
    return new Problem(409, { code: 'unknown_resource', detail });
  }

  private async putOver(change: Change, terms: StoreTerms): Promise<boolean> {
    const base = this.stored.value();
    if (base === null) return false;
    try {
      return await this.put(change, base, terms);
    } catch (error) {
      if (!isProblem(error, 'version_mismatch')) throw error;
      await this.stored.reload();
      const now = this.stored.value();
      if (now === null || now.etag === base.etag) throw error;
      return await this.put(change, now, terms);
    }
  }

  private async put(
    change: Change,
    { row: before, etag }: Versioned<ChatAgentSettingsDto>,
    { query = {}, asks = false }: StoreTerms,
  ): Promise<boolean> {
    const settings = await change(before);
    if (asks && !(await this.isMeant(settings, etag))) return false;
    const replaced = await this.api.putVersioned<Replaced>(PATH, settings, etag, query);
    const { affected = [], ...row } = replaced.row;
    this.stored.update(() => ({ row, etag: replaced.etag }));
    this.affected.add(affected);
    void this.resources.read.reload();
    void this.services.read.reload();
    return true;
  }

  /** What a dry run is refused for, the change itself is refused for. */
  private async isMeant(settings: ChatAgentSettingsDto, etag: string | null): Promise<boolean> {
    const tried = this.api.putVersioned<Replaced>(PATH, settings, etag, { dry_run: true });
    const affected = await tried.then(
      ({ row }): readonly AffectedAppointmentDto[] => row.affected ?? [],
      () => [],
    );
    if (affected.length === 0) return true;
    const load = () =>
      import('../chat-agent/affected/affected-dialog').then(({ AffectedDialog }) => AffectedDialog);
    return (await this.dialogs.load<boolean>(load, { data: affected })) === true;
  }
}

interface Named {
  id: string;
  name: string;
}
