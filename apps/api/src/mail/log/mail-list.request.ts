import { MAIL_STATUSES, type MailQueryDto, type MailStatus } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf } from '../../platform/validation/fields';
import { PageRequest } from '../../platform/validation/page.request';
import { Uuid } from '../../platform/validation/uuid-fields';

export class MailListRequest extends PageRequest implements MailQueryDto {
  @Uuid({ optional: true, description: 'To this client.' })
  client_id?: string;

  @Uuid({ optional: true, description: 'About this appointment.' })
  appointment_id?: string;

  @OneOf({ optional: true, values: MAIL_STATUSES, example: 'failed' })
  status?: MailStatus;
}

true satisfies SameShape<MailListRequest, MailQueryDto>;
