import { ApiProperty } from '@nestjs/swagger';
import {
  LEFT_REASONS,
  LIMITS,
  OWNED_KINDS,
  type LeftReason,
  type LeftRowDto,
  type MovedRowsDto,
  type MoveRowsDto,
  type OwnedKind,
} from '@groupless/shared-dto';
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

class LeftRow implements LeftRowDto {
  @ApiProperty({ type: String, enum: OWNED_KINDS }) kind: OwnedKind;
  @ApiProperty({ type: 'integer', example: 13 }) id: number;
  @ApiProperty({
    type: String,
    enum: LEFT_REASONS,
    description:
      '`elsewhere`: it does not belong there, or is not there; `same`: the other has an equal one.',
  })
  why: LeftReason;
}

export class MovedRowsResponse implements MovedRowsDto {
  @ApiProperty({
    type: MovedIdsOfKinds,
    description: 'What moved. A session takes its decisions along, and a decision its session.',
  })
  moved: MovedIdsOfKinds;

  @ApiProperty({ type: [LeftRow], description: 'What stayed where it was.' })
  left: LeftRow[];
}

true satisfies SameShape<MoveRowsRequest, MoveRowsDto>;
true satisfies SameShape<MovedRowsResponse, MovedRowsDto>;
