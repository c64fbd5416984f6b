import { LIMITS, type MoveRowsDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { Integer } from '../../../platform/validation/fields';
import { IntegerList } from '../../../platform/validation/list-fields';

const MOST = Number.MAX_SAFE_INTEGER;
const Ids = (what: string, most: number = LIMITS.moved_rows) =>
  IntegerList({ optional: true, min: 1, max: MOST, most, description: `The ids of ${what}.`, example: [12] });
const ProjectId = (description: string, example: number | null) =>
  Integer({ nullable: true, min: 1, max: MOST, description, example });

export class MoveRowsRequest implements MoveRowsDto {
  @ProjectId('The id of the project to which they belong now; null: they belong to none.', null)
  from: number | null;

  @ProjectId('The id of the project that gets them; null: they belong to none then.', 3)
  to: number | null;

  @Ids('entries of the state') state?: number[];
  @Ids('tasks') task?: number[];
  @Ids('decisions', LIMITS.moved_decisions) decision?: number[];
  @Ids('sessions') session?: number[];
}

true satisfies SameShape<MoveRowsRequest, MoveRowsDto>;
