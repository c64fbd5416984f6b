import {
  MAIL_NOTICES,
  NOTIFICATION_KINDS,
  type MailNotice,
  type NotificationKind,
  type ReplaceNotificationSettingsDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag } from '../../platform/validation/fields';
import { ChoiceList } from '../../platform/validation/list-fields';

const KINDS = { values: NOTIFICATION_KINDS, least: 0, example: ['needs_human', 'new_appointment'] } as const;
const MAILS = {
  values: MAIL_NOTICES,
  least: 0,
  description: 'What the server sends a mail about. `backup_failed` and `something_fails` are for admins.',
  example: ['needs_human'],
} as const;

class Notifications {
  @ChoiceList({ ...KINDS, description: 'What shows a notification of the desktop.' })
  desktop: NotificationKind[];

  @ChoiceList({ ...KINDS, description: 'What makes a sound.' })
  sound: NotificationKind[];
}

export class NotificationSettingsRequest extends Notifications implements ReplaceNotificationSettingsDto {
  @ChoiceList({ ...MAILS, optional: true }) mail?: MailNotice[];

  @ChoiceList({
    ...KINDS,
    optional: true,
    description: 'What the user’s devices are told of, also while no panel is open.',
  })
  push?: NotificationKind[];

  @Flag({ optional: true, description: 'Whether devices show the client’s name.', example: false })
  push_names?: boolean;
}
true satisfies SameShape<NotificationSettingsRequest, ReplaceNotificationSettingsDto>;
