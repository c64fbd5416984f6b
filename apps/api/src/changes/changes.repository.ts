import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, Repository } from 'typeorm';
import { withLock } from '../database/advisory-locks';
import { Retention } from '../shared/retention';
import { Change } from './change.entity';

/** How long a change can be read. */
export const KEPT_DAYS = 30;
/** Of one transaction. */
const BATCH = 5_000;

const PUBLISH = `
  with numbered as (
    select id, nextval('changes_places') as place
    from (select id from changes where place is null order by id limit ${BATCH}) as waiting
  )
  update changes set place = numbered.place from numbered where numbered.id = changes.id`;

const BOUNDS = `
  select coalesce((select min(place) from changes), last_value + is_called::int)::float8 as first,
         (last_value - 1 + is_called::int)::float8 as last
  from changes_places`;

/** The numbers of the changes that are kept. */
export interface Bounds {
  first: number;
  /** One before `first` if there are none. */
  last: number;
}

@Injectable()
export class ChangesRepository {
  constructor(@InjectRepository(Change) private readonly changes: Repository<Change>) {}

  /**
   * Gives each change that is committed its number. One process does it at a time, and the numbers of a transaction become
   * visible together: who has read a number has missed none before it.
   */
  async publish(): Promise<void> {
    let count: number;
    do {
      count = await this.changes.manager.transaction(async (transaction) => {
        await withLock(transaction, 'changes');
        const [, numbered] = await transaction.query<[unknown, number]>(PUBLISH);
        return numbered;
      });
    } while (count === BATCH);
  }

  async readBounds(): Promise<Bounds> {
    const [bounds] = await this.changes.query<[Bounds]>(BOUNDS);
    return bounds;
  }

  /** In their order. */
  listAfter(place: number, limit: number): Promise<Change[]> {
    return this.changes.find({ where: { place: MoreThan(place) }, order: { place: 'ASC' }, take: limit });
  }

  /** Numbered before, so that a cursor from before them is known to be too old. */
  @Retention({ what: 'changes', days: KEPT_DAYS })
  async removeBefore(time: Date): Promise<void> {
    await this.publish();
    await this.changes.delete({ at: LessThan(time) });
  }
}
