import { MAIL_STATUSES, type MailQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { SomeOf } from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';
import { Uuid } from '../../platform/validation/uuid-fields';

export class MailListRequest extends PageRequest implements MailQueryDto {
  @Uuid({ optional: true, description: 'To this client.' })
  client_id?: string;

  @Uuid({ optional: true, description: 'About this appointment.' })
  appointment_id?: string;

  @SomeOf({ optional: true, values: MAIL_STATUSES, description: 'Several by comma.', example: 'failed' })
  status?: string;
}

true satisfies SameShape<MailListRequest, MailQueryDto>;
