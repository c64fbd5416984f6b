import { Injectable } from '@nestjs/common';
import { PanelStatements } from '../database/database.module';
import { dateOf } from '../shared/opening-hours/open-hours';

/** Who has left, and whose name somebody else has, too. */
const NAMESAKES = {
  name: 'resources_left_of_a_shared_name',
  text: `
    select id, name, archived_at from resources as one
    where archived_at is not null and exists (
      select from resources as other where other.id <> one.id and folded_name(other.name) = folded_name(one.name))`,
};

interface Namesake {
  id: string;
  name: string;
  archived_at: Date;
}

/** The name of a resource, as those read it who see no ids. */
export type LabelOf = (id: string | null | undefined, name: string) => string;

@Injectable()
export class ResourceLabels {
  constructor(private readonly panel: PanelStatements) {}

  /** Where two have one name, who has left is told with the day: `Anna (left 2027-03-02)`. */
  async read(time_zone: string): Promise<LabelOf> {
    const rows = await this.panel.run<Namesake>(NAMESAKES, []);
    const labels = new Map(
      rows.map(({ id, name, archived_at }) => [
        id,
        `${name} (left ${dateOf(archived_at.getTime(), time_zone).toString()})`,
      ]),
    );
    return (id, name) => labels.get(id ?? '') ?? name;
  }
}
