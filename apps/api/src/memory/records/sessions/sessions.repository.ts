import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, SESSION_SORTS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.statements';
import { deleteAs } from '../../history/change-source.statements';
import { isSessionFor, type Reader } from '../../readers/reader';
import type { ListedProject } from '../projects/list-scope';
import { SORTS } from '../../sorts';
import { AssistantSession } from './assistant-session.entity';

export type SessionSort = (typeof SESSION_SORTS)[number];

export type PatchSession = Partial<
  Pick<
    AssistantSession,
    'summary' | 'projects_touched' | 'decisions_made' | 'tasks_completed' | 'tasks_created' | 'mood'
  >
>;

@Injectable()
export class SessionsRepository {
  constructor(
    @InjectRepository(AssistantSession, MEMORY) private readonly sessions: Repository<AssistantSession>,
  ) {}

  listSessions(
    project: ListedProject,
    sort: SessionSort,
    { as_of, ...page }: AsOfPage,
    { owner }: Reader,
  ): Promise<PageDto<AssistantSession>> {
    const query = entitiesAsOf(this.sessions, 'session', as_of).where(isSessionFor('session.', ':owner'), {
      owner,
    });
    if (project === null) query.andWhere(`projects = '{}'`);
    else if (project !== undefined) query.andWhere('projects ? :project', { project: String(project) });
    return readEntityPage(query, SORTS.sessions[sort], page);
  }

  findSession(id: number, { owner }: Reader): Promise<AssistantSession | null> {
    return this.sessions
      .createQueryBuilder('session')
      .where({ id })
      .andWhere(isSessionFor('session.', ':owner'), { owner })
      .getOne();
  }

  /** Changes the fields that are given. */
  async updateSession(
    id: number,
    patch: PatchSession,
    source: WriteSource,
    reader: Reader,
  ): Promise<AssistantSession | null> {
    // A person writes a text, whose lines are the decisions: the list of before no longer counts.
    const borders = patch.decisions_made === undefined ? {} : { decisions_list: null };
    await this.sessions.update({ id }, { ...patch, ...borders, ...sourceColumns(source) });
    return this.findSession(id, reader);
  }

  deleteSession(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.sessions, { id }, source);
  }
}
