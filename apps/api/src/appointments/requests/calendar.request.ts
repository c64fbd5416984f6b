import { LIMITS } from '@groupless/shared-dto';
import { QueryFlag, Text } from '../../platform/validation/fields';
import { ResourceIds } from '../../shared/resource-fields';

export class CalendarRequest {
  @Text({ ...LIMITS.link_token, description: 'The secret of the calendar address; it opens it by itself.' })
  token: string;

  @Text({ optional: true, ...LIMITS.resource, description: 'Whose appointments; without it, everybody’s.' })
  resource?: string;

  @ResourceIds()
  resource_id?: string;

  @QueryFlag({
    optional: true,
    description: 'Only the user’s own: of resources whose `user_id` is the user of the token, by now.',
  })
  mine?: 'true' | 'false';
}
