import { Injectable } from '@nestjs/common';
import type { PageDto, PutStateDto, StateDto, UpdateStateInputDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock';
import { invalidRequest, type AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { jsonObject, toJsonText, type JsonText } from '../../../platform/http/json-text';
import { sourceOf, type WriteSource } from '../../../platform/access/write-source';
import { SearchIndexService } from '../../search/index/search-index.service';
import { inTimeSlices } from '../../../shared/time-slices';
import { findOrder } from '../../fence/orders/find-order';
import { writerOwner, type Reader } from '../../readers/reader';
import { ReadersService } from '../../readers/readers.service';
import { QuarantineService } from '../../fence/quarantine/quarantine.service';
import { withoutSecretState } from '../../fence/secrets/mask-state';
import type { ListScope } from '../projects/list-scope';
import type { ScopedProject } from '../projects/named-project';
import { ProjectScopeService } from '../projects/project-scope.service';
import { saidAt } from '../said-at';
import { partPlace } from '../../session-place';
import type { AssistantState } from './assistant-state.entity';
import { StateChangesRepository, type StoredState } from './state-changes.repository';
import { toStateDto } from './state.mapper';
import { StateRepository, type StateSort } from './state.repository';

export interface StateOutcome {
  /** The key of an entry that was just made. */
  created_id: string | null;
  /** The name of the project to which it belongs. */
  project: string | null;
  /** An `UpdateStateResultDto`. */
  json: JsonText;
}

type Entry = PutStateDto & { key: string };

/** Which entry of a key is meant; empty: the one that belongs to no project. */
export interface StateScope {
  /** The name of its project, or its identity. */
  project?: string;
  /** Of the entry. */
  id?: number;
}

@Injectable()
export class StateService {
  constructor(
    private readonly state: StateRepository,
    private readonly changes: StateChangesRepository,
    private readonly scopes: ProjectScopeService,
    private readonly index: SearchIndexService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly quarantine: QuarantineService,
    private readonly clock: Clock,
    private readonly readers: ReadersService,
  ) {}

  /**
   * Inserts or updates the entry of a key, in the project that is named, else in the one at hand, else in none.
   * @param at_hand the identity of the project to which it belongs if it names none
   * @throws AppError `project_not_found`, `project_ambiguous`
   */
  async update(
    input: UpdateStateInputDto,
    writer: WriteSource,
    at_hand: string | null = null,
  ): Promise<StateOutcome> {
    const { place, sent: told } = partPlace(input);
    const { project: named, said_at, ...sent } = told;
    const source = { ...writer, said_at: saidAt('said_at', said_at, this.clock.now(), writer), place };
    const project = await this.scopes.findOrMake(named, at_hand, source);
    const stored = await this.store(sent, project, source);
    const { key, result, row } = stored;
    if (result !== 'unchanged') this.announce(project);
    const isNew = result === 'created';
    const answer = {
      result: toJsonText(result),
      state: row,
      ...(await this.valueBefore({ ...stored, value: sent.value })),
    };
    return {
      created_id: isNew ? key : null,
      project: project?.name ?? null,
      json: jsonObject(
        isNew && project !== null ? { ...answer, similar: await this.listSimilar(project.id, key) } : answer,
      ),
    };
  }

  /** @throws AppError `project_not_found`, `project_ambiguous` */
  async list(
    query: AsOfPage & ListScope & { category?: string; sort?: StateSort },
    reader: Reader,
  ): Promise<PageDto<StateDto>> {
    const { category = null, project: named, without_project, sort = 'category', ...page } = query;
    const project = await this.scopes.findListed(
      { project: named, without_project },
      reader.owner,
      page.as_of,
    );
    return mapPage(await this.state.listState(category, project, sort, page, reader), toStateDto);
  }

  /** @throws AppError `not_found`, `project_not_found`, `project_ambiguous` */
  async get(key: string, scope: StateScope, reader: Reader): Promise<StateDto> {
    return toStateDto((await this.read(key, scope, reader)).row);
  }

  /**
   * Inserts or updates the entry of a key, and answers its row.
   * @throws AppError `not_found`, `project_not_found`, `project_ambiguous`
   */
  async put(key: string, entry: PutStateDto, actor: KnownActor, scope: StateScope = {}): Promise<JsonText> {
    const project = await this.projectOf(key, scope, await this.readers.of(actor));
    const { id, result, row } = await this.store({ ...entry, key }, project, sourceOf(actor));
    if (result === 'unchanged') return row;
    await this.audit.record(actor, { action: `state.${result}`, object: objectOf(id) });
    this.announce(project);
    return row;
  }

  /** @throws AppError `not_found`, `project_not_found`, `project_ambiguous` */
  async remove(key: string, actor: KnownActor, scope: StateScope = {}): Promise<void> {
    const { row, project } = await this.read(key, scope, await this.readers.of(actor));
    found(await this.state.deleteState(row.id, sourceOf(actor)), 'key');
    await this.audit.record(actor, { action: 'state.deleted', object: objectOf(row.id) });
    this.announce(project);
  }

  /** @returns the entry, and its project */
  private async read(
    key: string,
    { project, id }: StateScope,
    reader: Reader,
  ): Promise<{ row: AssistantState; project: ScopedProject | null }> {
    const scope = await this.scopes.find(project, reader.owner);
    if (id === undefined)
      return { row: found(await this.state.findState(key, scope?.id ?? null), 'key'), project: scope };
    const row = found(await this.state.findById(id, reader), 'key');
    const isOfScope = scope === null || scope.id === row.project_id;
    if (isOfScope && (await this.isKeyOf(row, key))) return { row, project: row.project ?? null };
    throw otherEntry(row);
  }

  private async isKeyOf(row: AssistantState, key: string): Promise<boolean> {
    if (row.project_id === null) return row.key === key;
    return (await this.state.findState(key, row.project_id))?.id === row.id;
  }

  /**
   * A value that gives orders is not told to those who replace it, nor to those who would have done so later than somebody else,
   * unless a person has released it.
   */
  private async valueBefore({
    id,
    key,
    value,
    result,
    row,
    previous_value,
  }: StoredState & { key: string; value: string }): Promise<Record<string, JsonText>> {
    const before = JSON.parse(previous_value) as string | null;
    if (before === null || (result === 'unchanged' && before === value)) return { previous_value };
    const isOrder = (await inTimeSlices(findOrder([`${key}\n${before}`]))) !== null;
    if (!isOrder || (await this.quarantine.isReleased('state', Number(id)))) return { previous_value };
    const held = { previous_value: 'null' as JsonText, previous_held: 'true' as JsonText };
    if (result !== 'unchanged') return held;
    return { ...held, state: JSON.stringify({ ...(JSON.parse(row) as StateDto), value: '' }) as JsonText };
  }

  /** Rows that were just written are judged first, because those that are not judged are left out. */
  private async listSimilar(project_id: number, key: string): Promise<JsonText> {
    await this.index.catchUp();
    return this.changes.listSimilar(project_id, key);
  }

  private async projectOf(key: string, scope: StateScope, reader: Reader): Promise<ScopedProject | null> {
    return scope.id === undefined
      ? this.scopes.find(scope.project, reader.owner)
      : (await this.read(key, scope, reader)).project;
  }

  /** @returns also the key as it was stored: without secrets, and within a project without white space around it */
  private async store(
    sent: Entry,
    project: ScopedProject | null,
    source: WriteSource,
  ): Promise<StoredState & { key: string }> {
    const { key, value, category = null } = withoutSecretState(project === null ? sent : trimmed(sent));
    const project_id = project?.id ?? null;
    const stored = await this.changes.upsert({ project_id, key, value, category, source });
    if (stored === null) throw await this.scopes.notFound(project?.name ?? '', writerOwner(source));
    return { ...stored, key };
  }

  /** Does not name the key: it may be erased later, and PostgreSQL keeps in its files what it has notified of. */
  private announce(project: ScopedProject | null): void {
    this.events.announce('state.updated', null, project?.private_to ?? null);
  }
}

/** Within a project white space around a key does not count. */
function trimmed(entry: Entry): Entry {
  const key = entry.key.trim();
  if (key !== '') return { ...entry, key };
  const message = 'key must not be white space only.';
  throw invalidRequest([{ field: 'key', code: 'too_short', message }]);
}

function otherEntry({ id, key, project }: AssistantState): AppError {
  const owner = project ? `the project ${JSON.stringify(project.name)}` : 'no project';
  const message = `id ${id} is the entry ${JSON.stringify(key)} of ${owner}.`;
  return invalidRequest([{ field: 'id', code: 'not_allowed', message }]);
}

/** The audit names the row by its id, because the key may be erased later, and the audit's entries cannot be. */
function objectOf(id: number | string): string {
  return `state:${id}`;
}
