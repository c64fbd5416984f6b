import { SESSION_SORTS } from '@groupless/shared-dto';
import { OneOf } from '../../../shared/validation/fields';
import { PageRequest } from '../../../shared/validation/page.request';

export class SessionListRequest extends PageRequest {
  @OneOf({ optional: true, values: SESSION_SORTS, description: 'Default: the newest first.' })
  sort?: (typeof SESSION_SORTS)[number];
}
