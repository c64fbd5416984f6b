import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, STATE_SORTS } from '@groupless/shared-dto';
import { IsNull, Repository } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import type { WriteSource } from '../../../platform/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.statements';
import { deleteAs } from '../../history/change-source.statements';
import type { Reader } from '../../readers/reader';
import { rowsFor } from '../../readers/rows-for.statements';
import type { ListedProject } from '../projects/list-scope';
import { ofListedProject } from '../projects/listed-project.statements';
import { SORTS } from '../../sorts';
import { AssistantState } from './assistant-state.entity';

export type StateSort = (typeof STATE_SORTS)[number];

@Injectable()
export class StateRepository {
  constructor(@InjectRepository(AssistantState, MEMORY) private readonly state: Repository<AssistantState>) {}

  /** @param category null: all of them */
  listState(
    category: string | null,
    project: ListedProject,
    sort: StateSort,
    { as_of, ...page }: AsOfPage,
    reader: Reader,
  ): Promise<PageDto<AssistantState>> {
    const query = ofListedProject(entitiesAsOf(this.state, 'state', as_of), project);
    rowsFor(query, 'state', reader);
    if (category !== null) query.andWhere({ category });
    return readEntityPage(query, SORTS.state[sort], page);
  }

  /** @param project_id null: the entry that belongs to no project */
  findState(key: string, project_id: number | null): Promise<AssistantState | null> {
    if (project_id === null) return this.state.findOneBy({ key, project_id: IsNull() });
    return this.state
      .createQueryBuilder('state')
      .where('state.project_id = :project_id and state_identity(state.key) = state_identity(:key)', {
        project_id,
        key,
      })
      .getOne();
  }

  findById(id: number, reader: Reader): Promise<AssistantState | null> {
    const query = this.state
      .createQueryBuilder('state')
      .leftJoinAndSelect('state.project', 'project')
      .where({ id });
    return rowsFor(query, 'state', reader).getOne();
  }

  deleteState(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.state, { id }, source);
  }
}
