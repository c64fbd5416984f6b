import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, STATE_SORTS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import type { WriteSource } from '../../../shared/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../versions/as-of.repository';
import { deleteAs } from '../../versions/change-source.repository';
import { SORTS } from '../../sorts';
import { AssistantState } from './assistant-state.entity';

export type StateSort = (typeof STATE_SORTS)[number];

@Injectable()
export class StateRepository {
  constructor(@InjectRepository(AssistantState, MEMORY) private readonly state: Repository<AssistantState>) {}

  /** @param category null: all of them */
  listState(
    category: string | null,
    sort: StateSort,
    { as_of, ...page }: AsOfPage,
  ): Promise<PageDto<AssistantState>> {
    const query = entitiesAsOf(this.state, 'state', as_of);
    if (category !== null) query.where({ category });
    return readEntityPage(query, SORTS.state[sort], page);
  }

  findState(key: string): Promise<AssistantState | null> {
    return this.state.findOneBy({ key });
  }

  deleteState(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.state, { id }, source);
  }
}
