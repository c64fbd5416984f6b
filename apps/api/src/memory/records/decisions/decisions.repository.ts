import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { DECISION_SORTS, DecisionStatus, PageDto } from '@groupless/shared-dto';
import { In, IsNull, Not, Repository } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { isQuarantined } from '../../fence/quarantine/held-back';
import { entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.repository';
import type { ListedProject } from '../projects/list-scope';
import { ofListedProject } from '../projects/listed-project.repository';
import { SORTS } from '../../sorts';
import { AssistantDecision } from './assistant-decision.entity';

export type DecisionSort = (typeof DECISION_SORTS)[number];

/** Which decisions a list has. A field that is missing filters nothing. */
export interface DecisionFilter {
  project?: ListedProject;
  status?: DecisionStatus | undefined;
  session_id?: number | undefined;
}

/** A decision that somebody names by its id or its text. */
export interface NamedDecision {
  place: number;
  id: number;
  project_id: number | null;
}

/** $1 ids, $2 texts, $3 the session. None that is held: assistants may not read it. Texts are those of its projects and of none; if it names no project, those of any. */
const FIND_NAMED = `
  select place::int, known.id::float8 as id, known.project_id::float8 as project_id
  from unnest($1::bigint[], $2::text[]) with ordinality as named (id, text, place)
  join assistant_sessions as said on said.id = $3
  join assistant_decisions as known
    on not ${isQuarantined("'decision'", 'known.id')} and not ${isQuarantined("'session'", 'known.session_id')} and (known.id = named.id
    or named.id is null and text_digest(decision_identity(known.text)) = text_digest(decision_identity(named.text))
       and (said.projects_touched = '' or known.project_id is null or said.projects ? known.project_id::text))
  order by place, known.id`;

@Injectable()
export class DecisionsRepository {
  constructor(
    @InjectRepository(AssistantDecision, MEMORY) private readonly decisions: Repository<AssistantDecision>,
  ) {}

  listDecisions(
    { project, status, session_id }: DecisionFilter,
    sort: DecisionSort,
    { as_of, ...page }: AsOfPage,
  ): Promise<PageDto<AssistantDecision>> {
    const query = ofListedProject(entitiesAsOf(this.decisions, 'decision', as_of), project);
    if (status !== undefined)
      query.andWhere({ withdrawn_at: status === 'standing' ? IsNull() : Not(IsNull()) });
    if (session_id !== undefined) query.andWhere({ session_id });
    return readEntityPage(query, SORTS.decisions[sort], page);
  }

  /** The names of the projects of some decisions, by the decisions' ids. */
  async listProjectNames(ids: readonly number[]): Promise<Map<number, string>> {
    const found = await this.decisions.find({
      select: { id: true, project: { name: true } },
      where: { id: In([...ids]), project_id: Not(IsNull()) },
      relations: { project: true },
    });
    return new Map(found.map(({ id, project }) => [id, project?.name ?? '']));
  }

  findDecision(id: number): Promise<AssistantDecision | null> {
    return this.decisions.findOneBy({ id });
  }

  /** Changes what is given. */
  async updateDecision(
    id: number,
    patch: Partial<Pick<AssistantDecision, 'withdrawn_at' | 'replaced_by'>>,
    source: WriteSource,
  ): Promise<AssistantDecision | null> {
    await this.decisions.update({ id }, { ...patch, ...sourceColumns(source) });
    return this.findDecision(id);
  }

  /** @param session_id of the session that names them: texts are looked for in its projects, or in all if it names none */
  findNamed(named: readonly (number | string)[], session_id: number): Promise<NamedDecision[]> {
    return this.decisions.query<NamedDecision[]>(FIND_NAMED, [
      named.map((one) => (typeof one === 'number' ? one : null)),
      named.map((one) => (typeof one === 'number' ? null : one)),
      session_id,
    ]);
  }

  /** Withdraws those that stand. */
  async withdraw(ids: readonly number[], source: WriteSource): Promise<void> {
    await this.decisions.update(
      { id: In([...ids]), withdrawn_at: IsNull() },
      { withdrawn_at: () => 'now()', ...sourceColumns(source) },
    );
  }
}
