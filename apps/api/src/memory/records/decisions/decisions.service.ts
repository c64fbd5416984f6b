import { Injectable } from '@nestjs/common';
import type {
  CreateDecisionDto,
  DecisionDto,
  PageDto,
  PatchDecisionDto,
  SimilarDecisionDto,
  SimilarDecisionsDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { RequestKey } from '../../../database/request-keys';
import type { KnownActor } from '../../../platform/access/caller';
import { sourceOf, type WriteSource } from '../../../platform/access/write-source';
import { Clock } from '../../../platform/clock';
import { invalidRequest, type AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import type { ListScope } from '../projects/list-scope';
import { writerOwner, type Reader } from '../../readers/reader';
import { ReadersService } from '../../readers/readers.service';
import { RowEventsService } from '../../readers/row-events.service';
import { SearchIndexService } from '../../search/index/search-index.service';
import { partPlace } from '../../session-place';
import { ProjectScopeService } from '../projects/project-scope.service';
import type { AssistantDecision } from './assistant-decision.entity';
import { toDecisionDto } from './decision.mapper';
import { DecisionsRepository, type DecisionFilter, type DecisionSort } from './decisions.repository';
import { similarDecisions } from './similar-decisions';

type ListedDecisions = AsOfPage & Omit<DecisionFilter, 'project'> & ListScope & { sort?: DecisionSort };

/** What was decided, and whether it still stands. The database makes the rows of what sessions say. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly decisions: DecisionsRepository,
    private readonly scopes: ProjectScopeService,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly clock: Clock,
    private readonly index: SearchIndexService,
    private readonly readers: ReadersService,
  ) {}

  /** @throws AppError `project_not_found`, `project_ambiguous` */
  async list(query: ListedDecisions, reader: Reader): Promise<PageDto<DecisionDto>> {
    const { project: named, without_project, status, session_id, sort = '-at', ...page } = query;
    const project = await this.scopes.findListed(
      { project: named, without_project },
      reader.owner,
      page.as_of,
    );
    const listed = await this.decisions.listDecisions({ project, status, session_id }, sort, page, reader);
    return { ...listed, items: await this.describe(listed.items) };
  }

  /** @throws AppError `not_found` */
  async get(id: number, reader: Reader): Promise<DecisionDto> {
    return this.describeOne(await this.decisions.findDecision(id, reader));
  }

  /**
   * Says what was decided. What is known stands again.
   * @throws RequestedBefore; AppError `project_not_found`, `project_ambiguous`, `idempotency_key_reused`
   */
  async create(
    decision: CreateDecisionDto,
    actor: KnownActor,
    request: RequestKey | null = null,
  ): Promise<DecisionDto> {
    const { place, sent } = partPlace(decision);
    const { text, project } = sent;
    const reader = await this.readers.of(actor);
    const named = await this.scopes.find(project, reader.owner);
    const said = { ...withoutSecrets({ text: text.trim() }), project_id: named?.id ?? null };
    const terms = { source: { ...sourceOf(actor), place }, request, now: this.clock.now() };
    const { id, is_new } = await this.decisions.say(said, terms);
    if (is_new) {
      await this.audit.record(actor, { action: 'decision.created', object: `decision:${id}` });
      this.events.announce('decision.updated', id, named?.private_to ?? null);
    }
    return this.get(id, reader);
  }

  /**
   * Words a decision anew, withdraws or replaces it, or lets it stand again.
   * @throws AppError `not_found`, `decision_exists`, and `invalid_request` if the replacement does not exist
   */
  async patch(id: number, patch: PatchDecisionDto, actor: KnownActor): Promise<DecisionDto> {
    const fields = Object.keys(patch).join(', ');
    const reader = await this.readers.of(actor);
    const known = found(await this.decisions.findDecision(id, reader), 'decision');
    if (fields === '') return this.describeOne(known);
    const { text, ...rest } = withoutSecrets(patch);
    const changed = await this.changesOf(known, rest, reader);
    if (text !== undefined) await this.decisions.reword(id, text.trim(), sourceOf(actor));
    const decision = await this.decisions.updateDecision(id, changed, sourceOf(actor));
    await this.audit.record(actor, {
      action: 'decision.updated',
      object: `decision:${id}`,
      details: { fields },
    });
    this.events.announce('decision.updated', id, known.private_to);
    return this.describeOne(decision);
  }

  /**
   * Withdraws decisions for a session.
   * @param named ids or texts
   * @param session the one that withdraws them, and the names of its projects
   * @returns those that name no decision, and texts that decisions of several projects have
   */
  async withdraw(
    named: readonly (number | string)[],
    session: { id: number; projects_touched: string },
    source: WriteSource,
  ): Promise<string[]> {
    const matches = await this.decisions.findNamed(named, session.id, writerOwner(source));
    const isClear = (_: unknown, index: number) => {
      const ofOne = matches.filter(({ place }) => place === index + 1);
      const owners = new Set(ofOne.map(({ project_id }) => project_id));
      return ofOne.length > 0 && (session.projects_touched !== '' || owners.size === 1);
    };
    const clear = named.map(isClear);
    const ids = matches.filter(({ place }) => clear[place - 1]).map(({ id }) => id);
    if (ids.length > 0) {
      await this.decisions.withdraw(ids, source);
      for (const id of new Set(ids)) this.events.announce('decision.updated', id);
    }
    return named.filter((_, index) => clear[index] === false).map(String);
  }

  /** Standing decisions of the same projects that may be about what a session has just decided. */
  listSimilar(session_id: number): Promise<SimilarDecisionDto[]> {
    return this.similarTo('session_id', session_id);
  }

  /**
   * The same of one decision; of one that was withdrawn there are none.
   * @throws AppError `not_found`
   */
  async listSimilarTo(id: number, reader: Reader): Promise<SimilarDecisionsDto> {
    found(await this.decisions.findDecision(id, reader), 'decision');
    return { similar_decisions: await this.similarTo('id', id) };
  }

  private async similarTo(which: 'id' | 'session_id', id: number): Promise<SimilarDecisionDto[]> {
    await this.index.catchUp();
    const { news, standing } = await this.decisions.compare(which, id);
    return similarDecisions(news, standing);
  }

  private async changesOf(
    { id, withdrawn_at: before }: AssistantDecision,
    { withdrawn_at, replaced_by }: PatchDecisionDto,
    reader: Reader,
  ): Promise<Partial<Pick<AssistantDecision, 'withdrawn_at' | 'replaced_by'>>> {
    const now = this.clock.now();
    if (typeof replaced_by === 'number') {
      const isOther = replaced_by !== id && (await this.decisions.findDecision(replaced_by, reader)) !== null;
      if (!isOther) throw noReplacement();
      return { replaced_by, withdrawn_at: atMost(now, withdrawn_at) ?? before ?? now };
    }
    // What stands again was not replaced.
    if (withdrawn_at === null) return { withdrawn_at, replaced_by: null };
    return {
      ...(replaced_by === undefined ? {} : { replaced_by }),
      ...(withdrawn_at === undefined ? {} : { withdrawn_at: atMost(now, withdrawn_at) }),
    };
  }

  private async describeOne(decision: AssistantDecision | null): Promise<DecisionDto> {
    const [dto] = await this.describe(decision === null ? [] : [decision]);
    return found(dto ?? null, 'decision');
  }

  private async describe(decisions: readonly AssistantDecision[]): Promise<DecisionDto[]> {
    const names = await this.decisions.listProjectNames(decisions.map(({ id }) => id));
    const said = decisions.flatMap(({ session_id }) => session_id ?? []);
    const places = said.length === 0 ? new Map<number, never>() : await this.decisions.listPlaces(said);
    return decisions.map((decision) => {
      const said_in = decision.session_id === null ? undefined : places.get(decision.session_id);
      return toDecisionDto(decision, names.get(decision.id) ?? null, said_in);
    });
  }
}

function atMost(now: Date, time: string | null | undefined): Date | null {
  return time === null || time === undefined ? null : new Date(Math.min(now.getTime(), Date.parse(time)));
}

function noReplacement(): AppError {
  const message = 'replaced_by must be the id of another decision.';
  return invalidRequest([{ field: 'replaced_by', code: 'not_allowed', message }]);
}
