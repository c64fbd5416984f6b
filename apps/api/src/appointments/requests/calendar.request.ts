import { LIMITS } from '@groupless/shared-dto';
import { Text } from '../../platform/validation/fields';
import { SomeUuids } from '../../platform/validation/uuid-fields';

export class CalendarRequest {
  @Text({ ...LIMITS.link_token, description: 'The secret of the calendar address; it opens it by itself.' })
  token: string;

  @Text({ optional: true, ...LIMITS.resource, description: 'Whose appointments; without it, everybody’s.' })
  resource?: string;

  @SomeUuids({
    optional: true,
    description: 'In place of `resource`, also of who has left; several by comma.',
  })
  resource_id?: string;
}
