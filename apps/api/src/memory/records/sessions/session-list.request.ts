import { LIMITS, SESSION_SORTS } from '@groupless/shared-dto';
import { OneOf, Text } from '../../../platform/validation/fields';
import { WithoutProject } from '../projects/list-scope';
import { AsOf } from '../../history/as-of/as-of.request';
import { PageRequest } from '../../../platform/validation/page.request';

export class SessionListRequest extends PageRequest {
  @AsOf() as_of?: string;

  @Text({
    optional: true,
    ...LIMITS.project_name,
    description: 'Name of a project that the session touched, or its identity.',
  })
  project?: string;

  @WithoutProject() without_project?: 'true' | 'false';

  @OneOf({ optional: true, values: SESSION_SORTS, description: 'Default: the newest first.' })
  sort?: (typeof SESSION_SORTS)[number];
}
