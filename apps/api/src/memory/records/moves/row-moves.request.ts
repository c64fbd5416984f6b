import { ApiProperty } from '@nestjs/swagger';
import { LIMITS, type MovedRowsDto, type MoveRowsDto } from '@groupless/shared-dto';
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

const MovedIds = () => ApiProperty({ type: [Number], example: [12] });

class MovedIdsOfKinds {
  @MovedIds() state: number[];
  @MovedIds() task: number[];
  @MovedIds() decision: number[];
  @MovedIds() session: number[];
}

export class MovedRowsResponse implements MovedRowsDto {
  @ApiProperty({
    type: MovedIdsOfKinds,
    description: 'What moved. A session takes its decisions along, and a decision its session.',
  })
  moved: MovedIdsOfKinds;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description:
      'How many of those that were named stayed: they do not belong there, are not there, are not for the caller, or are the same.',
  })
  left: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Of these, how many of which the other has an equal one.',
  })
  same: number;
}

true satisfies SameShape<MoveRowsRequest, MoveRowsDto>;
true satisfies SameShape<MovedRowsResponse, MovedRowsDto>;
