import { LIMITS, STATE_SORTS, type PutStateDto } from '@groupless/shared-dto';
import type { SameShape } from '../../../platform/docs/same-shape';
import { OneOf, QueryInteger, Text, Word } from '../../../platform/validation/fields';
import { WithoutProject } from '../projects/list-scope';
import { AsOf } from '../../history/as-of/as-of.request';
import { PageRequest } from '../../../platform/validation/page.request';

export class PutStateRequest implements PutStateDto {
  @Text({ ...LIMITS.state_value, example: '10.0.0.5, Debian 12' })
  value: string;

  @Word({
    optional: true,
    ...LIMITS.state_category,
    description: 'A new key gets config; a known one keeps its own.',
    example: 'server',
  })
  category?: string;
}

const ProjectName = (description: string) => Text({ optional: true, ...LIMITS.project_name, description });

/** To which project the entry of a key belongs. */
export class StateScopeRequest {
  @ProjectName('Name or identity of its project. Without it: the entry that belongs to no project.')
  project?: string;

  @QueryInteger({
    optional: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    description:
      'Id of the entry, to whatever project it belongs. Its key, and its project where one is sent, have to be those of the request.',
  })
  id?: number;
}

export class StateListRequest extends PageRequest {
  @ProjectName('Name or identity of a project: only what belongs to it.')
  project?: string;

  @WithoutProject() without_project?: 'true' | 'false';

  @AsOf() as_of?: string;

  @Word({ optional: true, ...LIMITS.state_category, description: 'Only this category.' })
  category?: string;

  @OneOf({ optional: true, values: STATE_SORTS, description: 'Default: by category and key.' })
  sort?: (typeof STATE_SORTS)[number];
}

true satisfies SameShape<PutStateRequest, PutStateDto>;
