import { inject, Injectable } from '@angular/core';
import {
  findName,
  foldName,
  type ChatAgentSettingsDto,
  type ReplacedChatAgentSettingsDto,
  type ResourceDto,
} from '@groupless/shared-dto';
import { Api, type Query, type Versioned } from '../../http/api';
import { isProblem, Problem } from '../../http/problem';
import { Texts } from '../../i18n/texts';
import { Business } from '../../data/business';
import { AffectedAppointments } from '../chat-agent/affected/affected-appointments';

const PATH = '/api/settings/chat-agent';

type Replaced = ChatAgentSettingsDto & Partial<ReplacedChatAgentSettingsDto>;

/** Stores changes of single resources and services, each over whatever others have stored of the rest. */
@Injectable({ providedIn: 'root' })
export class SettingsChange {
  private readonly api = inject(Api);
  private readonly stored = inject(Business).stored;
  private readonly affected = inject(AffectedAppointments);
  private readonly texts = inject(Texts);

  /** @throws Problem `invalid_request`, `resource_in_use`, `slot_taken` */
  async store(
    change: (settings: ChatAgentSettingsDto) => ChatAgentSettingsDto,
    query: Query = {},
  ): Promise<void> {
    const base = this.stored.value();
    if (base === null) return;
    try {
      await this.put(change(base.row), base, query);
    } catch (error) {
      if (!isProblem(error, 'version_mismatch')) throw error;
      await this.stored.reload();
      const now = this.stored.value();
      if (now === null || now.etag === base.etag) throw error;
      await this.put(change(now.row), now, query);
    }
  }

  /**
   * For a change of what is there: under a name that somebody has changed meanwhile it would come back as another one.
   * @throws Problem `unknown_resource` where one of the names is not there
   */
  demandThere(names: readonly string[], wanted: readonly string[]): void {
    const gone = wanted.find((name) => findName(names, name) === undefined);
    if (gone !== undefined) throw this.goneProblem(gone);
  }

  /**
   * For what is new: another one of its name would be replaced.
   * @throws Problem `name_taken`
   */
  demandFree(names: readonly string[], wanted: string): void {
    if (findName(names, wanted) === undefined) return;
    throw new Problem(409, { code: 'name_taken', detail: this.texts.of('resources.name_taken') });
  }

  /** @throws Problem `invalid_request`, `name_taken`, `unknown_resource`, `slot_taken` */
  async rename(from: string, to: string): Promise<void> {
    const resources = await this.api.get<ResourceDto[]>('/api/resources');
    const named = resources.find(
      ({ name, archived_at }) => archived_at === null && foldName(name) === foldName(from),
    );
    if (named === undefined) throw this.goneProblem(from);
    await this.api.patch(`/api/resources/${named.id}`, { name: to });
    await this.stored.reload();
  }

  private goneProblem(name: string): Problem {
    const detail = this.texts.of('resources.gone', { name });
    return new Problem(409, { code: 'unknown_resource', detail });
  }

  private async put(
    settings: ChatAgentSettingsDto,
    { etag }: Versioned<ChatAgentSettingsDto>,
    query: Query,
  ): Promise<void> {
    const replaced = await this.api.putVersioned<Replaced>(PATH, settings, etag, query);
    const { affected = [], ...row } = replaced.row;
    this.stored.update(() => ({ row, etag: replaced.etag }));
    this.affected.add(affected);
  }
}
