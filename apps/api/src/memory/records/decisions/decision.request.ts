import {
  DECISION_SORTS,
  DECISION_STATUSES,
  LIMITS,
  type CreateDecisionDto,
  type DecisionStatus,
  type PatchDecisionDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { FilledText, Integer, OneOf, QueryInteger, Text } from '../../../platform/validation/fields';
import { PageRequest } from '../../../platform/validation/page.request';
import { Instant } from '../../../platform/validation/times/time-fields';
import { WithoutProject } from '../projects/list-scope';
import { SessionPlaceRequest } from '../../session-place';
import { AsOf } from '../../history/as-of/as-of.request';

export class DecisionListRequest extends PageRequest {
  @Text({
    optional: true,
    ...LIMITS.project_name,
    description: 'Name of a project, or its identity: only its decisions.',
  })
  project?: string;

  @WithoutProject() without_project?: 'true' | 'false';

  @OneOf({
    optional: true,
    values: DECISION_STATUSES,
    description: 'Only those that stand, or that were withdrawn.',
  })
  status?: DecisionStatus;

  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Id of a session: what it said last.',
  })
  session_id?: number;

  @OneOf({ optional: true, values: DECISION_SORTS, description: 'Default: the newest first.' })
  sort?: (typeof DECISION_SORTS)[number];

  @AsOf() as_of?: string;
}

export class CreateDecisionRequest extends SessionPlaceRequest implements CreateDecisionDto {
  @FilledText({ ...LIMITS.decision, description: 'What was decided, and why.', example: 'Use pnpm.' })
  text: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description: 'Name of its project, or its identity; without one it belongs to none.',
    example: 'shop',
  })
  project?: string;
}

export class PatchDecisionRequest implements PatchDecisionDto {
  @FilledText({
    optional: true,
    ...LIMITS.decision,
    description: 'In other words. What sessions said before stays withdrawn, replaced by this one.',
  })
  text?: string;

  @Instant({
    optional: true,
    nullable: true,
    description: 'When it was withdrawn; a time in the future counts as now. Null: it stands again.',
    example: '2026-11-20T09:30:00Z',
  })
  withdrawn_at?: string | null;

  @Integer({
    optional: true,
    nullable: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description: 'Id of the decision that comes in its place, by which it is withdrawn.',
    example: 12,
  })
  replaced_by?: number | null;
}

true satisfies SameShape<CreateDecisionRequest, CreateDecisionDto>;
true satisfies SameShape<PatchDecisionRequest, PatchDecisionDto>;
