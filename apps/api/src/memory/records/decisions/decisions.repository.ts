import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type {
  DECISION_SORTS,
  DecisionStatus,
  PageDto,
  SimilarDecisionDto,
  ToldPlaceDto,
} from '@groupless/shared-dto';
import { In, IsNull, Not, Repository } from 'typeorm';
import { makeOnce, type RequestKey } from '../../../database/request-keys';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { utcTime } from '../../../database/statements/utc-time';
import { breaks } from '../../../database/violations';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { AppError } from '../../../platform/errors/app-error';
import { isProjectFor, type Reader } from '../../readers/reader';
import { rowsFor } from '../../readers/rows-for.statements';
import { isHeldBack, isQuarantined } from '../../fence/quarantine/held-back';
import { entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.statements';
import { tellSource } from '../../history/change-source.statements';
import type { ListedProject } from '../projects/list-scope';
import { ofListedProject } from '../projects/listed-project.statements';
import { SORTS } from '../../sorts';
import { placeValues } from '../../session-place';
import { AssistantSession } from '../sessions/assistant-session.entity';
import { AssistantDecision } from './assistant-decision.entity';
import { KNOWN, SAY, SAYS } from './said-statements';
import type { SaidDecision } from './similar-decisions';

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

/** $1 ids, $2 texts, $3 the session, $4 the reader. None that is held: assistants may not read it. Texts are those of its projects and of none; if it names no project, those of any. */
const FIND_NAMED = `
  select place::int, known.id::float8 as id, known.project_id::float8 as project_id
  from unnest($1::bigint[], $2::text[]) with ordinality as named (id, text, place)
  join assistant_sessions as said on said.id = $3
  join assistant_decisions as known
    on ${isProjectFor('known.private_to', '$4')} and not ${isQuarantined("'decision'", 'known.id')} and not ${isQuarantined("'session'", 'known.session_id')} and (known.id = named.id
    or named.id is null and text_digest(decision_identity(known.text)) = text_digest(decision_identity(named.text))
       and (said.projects_touched = '' or known.project_id is null or said.projects ? known.project_id::text))
  order by place, known.id`;

/** So many of the newest are compared with a new one, each by its beginning. */
const MOST_COMPARED = 500;
const COMPARED_LETTERS = 600;

/** Decisions of which $1 is said, and what else stands in the same projects. Nothing that is held. */
const compare = (which: 'id' | 'session_id') => `
  with own as (select id, project_id, text from assistant_decisions where ${which} = $1 and withdrawn_at is null)
  select id::float8 as id, left(text, ${COMPARED_LETTERS}) as text, null as at, true as is_new from own
  union all
  (select known.id::float8, left(known.text, ${COMPARED_LETTERS}), ${utcTime('known.at')}, false
   from assistant_decisions as known
   where exists (select from own where own.project_id is not distinct from known.project_id)
     and known.withdrawn_at is null and known.id not in (select id from own) and not ${isHeldBack("'decision'", 'known.id')}
   order by known.at desc limit ${MOST_COMPARED})`;
const COMPARE = { id: compare('id'), session_id: compare('session_id') };

/** What a person says in other words was said nowhere. */
const OF_NO_PLACE = { assistant_session: null, branch: null, head: null, machine: null };

@Injectable()
export class DecisionsRepository {
  constructor(
    @InjectRepository(AssistantDecision, MEMORY) private readonly decisions: Repository<AssistantDecision>,
  ) {}

  listDecisions(
    { project, status, session_id }: DecisionFilter,
    sort: DecisionSort,
    { as_of, ...page }: AsOfPage,
    reader: Reader,
  ): Promise<PageDto<AssistantDecision>> {
    const query = ofListedProject(entitiesAsOf(this.decisions, 'decision', as_of), project);
    rowsFor(query, 'decision', reader);
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

  /** Where sessions were that said decisions, by the ids of the sessions' rows. */
  async listPlaces(ids: readonly number[]): Promise<Map<number, ToldPlaceDto>> {
    const { manager } = this.decisions;
    const select = { id: true, session_id: true, branch: true, head: true, machine: true } as const;
    // What is one user's own says nothing of where that user was.
    const where = { id: In([...ids]), owner_id: IsNull() };
    const found = await manager.find(AssistantSession, { select, where });
    return new Map(found.map((session) => [session.id, session]));
  }

  findDecision(id: number, reader: Reader): Promise<AssistantDecision | null> {
    return rowsFor(this.decisions.createQueryBuilder('decision').where({ id }), 'decision', reader).getOne();
  }

  /**
   * Says what a person decided: no session said it.
   * @returns whether it is new, or stands again
   * @throws RequestedBefore; AppError `idempotency_key_reused`
   */
  say(
    { text, project_id }: Pick<AssistantDecision, 'text' | 'project_id'>,
    { source, ...terms }: { source: WriteSource; request: RequestKey | null; now: Date },
  ): Promise<{ id: number; is_new: boolean }> {
    return this.decisions.manager.transaction((transaction) =>
      makeOnce(transaction, terms, async () => {
        for (;;) {
          const said = [project_id, text, source.by, source.through, source.id, ...placeValues(source)];
          const [made] = await transaction.query<{ id: number }[]>(SAY, said);
          if (made !== undefined) return { ...made, is_new: true };
          const [known] = await transaction.query<{ id: number }[]>(KNOWN, [project_id, text]);
          if (known !== undefined) return { ...known, is_new: false };
          // It was deleted between the two statements.
        }
      }),
    );
  }

  /**
   * Gives a decision another text, which is no session's. What was said before stays, withdrawn and replaced by it, so that a
   * session that comes back does not bring it back.
   * @throws AppError `decision_exists` where another of the project stands with this text
   */
  async reword(id: number, text: string, source: WriteSource): Promise<void> {
    const said = { withdrawn_at: () => 'now()', replaced_by: id, ...sourceColumns(source) };
    await this.decisions.manager
      .transaction(async (transaction) => {
        await tellSource(transaction, source);
        const decisions = transaction.withRepository(this.decisions);
        const known = await decisions.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
        if (known === null || known.text === text) return;
        const { project_id, session_id, assistant_session, branch, head, machine, at, created_at } = known;
        const twin = await decisions
          .createQueryBuilder('twin')
          .setLock('pessimistic_write')
          .where(`id <> :id and ${SAYS(':text', ':project_id::bigint')}`, { id, text, project_id })
          .getOne();
        if (twin !== null) {
          if (twin.withdrawn_at === null) throw decisionExists();
          await decisions.update({ replaced_by: twin.id }, { replaced_by: id });
          await decisions.delete({ id: twin.id });
        }
        const reworded = { session_id: null, ...OF_NO_PLACE };
        await decisions.update({ id }, { text, ...reworded, ...sourceColumns(source) });
        const place = { session_id, assistant_session, branch, head, machine };
        const former = { project_id, text: known.text, ...place, at, created_at, ...said };
        // Ignored where the two differ in case or white space alone.
        await decisions.createQueryBuilder().insert().values(former).orIgnore().execute();
      })
      .catch((error: unknown) => {
        throw breaks(error, 'assistant_decisions_text') ? decisionExists() : error;
      });
  }

  /** Changes what is given. */
  async updateDecision(
    id: number,
    patch: Partial<Pick<AssistantDecision, 'withdrawn_at' | 'replaced_by'>>,
    source: WriteSource,
  ): Promise<AssistantDecision | null> {
    await this.decisions.update({ id }, { ...patch, ...sourceColumns(source) });
    return this.decisions.findOneBy({ id });
  }

  /** What a session decided, or one decision, and what else stands in the same projects. */
  async compare(
    which: 'id' | 'session_id',
    id: number,
  ): Promise<{ news: SaidDecision[]; standing: SimilarDecisionDto[] }> {
    const rows = await this.decisions.query<(SimilarDecisionDto & { is_new: boolean })[]>(COMPARE[which], [
      id,
    ]);
    const standing = rows.filter(({ is_new }) => !is_new).map(({ is_new: _, ...decision }) => decision);
    return { news: rows.filter(({ is_new }) => is_new), standing };
  }

  /** @param session_id of the session that names them: texts are looked for in its projects, or in all if it names none */
  findNamed(
    named: readonly (number | string)[],
    session_id: number,
    owner: string,
  ): Promise<NamedDecision[]> {
    return this.decisions.query<NamedDecision[]>(FIND_NAMED, [
      named.map((one) => (typeof one === 'number' ? one : null)),
      named.map((one) => (typeof one === 'number' ? null : one)),
      session_id,
      owner,
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

function decisionExists(): AppError {
  return new AppError('decision_exists', 'Another decision of this project stands and says the same.');
}
