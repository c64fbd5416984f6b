import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, STATE_SORTS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/read-entity-page';
import type { PageInput } from '../../../database/read-page';
import { SORTS } from '../../sorts';
import { AssistantState } from './assistant-state.entity';

export type StateSort = (typeof STATE_SORTS)[number];

@Injectable()
export class StateRepository {
  constructor(@InjectRepository(AssistantState, MEMORY) private readonly state: Repository<AssistantState>) {}

  /** @param category null: all of them */
  listState(category: string | null, sort: StateSort, page: PageInput): Promise<PageDto<AssistantState>> {
    const query = this.state.createQueryBuilder('state');
    if (category !== null) query.where({ category });
    return readEntityPage(query, SORTS.state[sort], page);
  }

  findState(key: string): Promise<AssistantState | null> {
    return this.state.findOneBy({ key });
  }

  async deleteState(key: string): Promise<boolean> {
    return (await this.state.delete({ key })).affected === 1;
  }
}
