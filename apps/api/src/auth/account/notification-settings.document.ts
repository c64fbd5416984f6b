import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettingsDto,
} from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { ChoiceList } from '../../platform/validation/list-fields';

const KINDS = { values: NOTIFICATION_KINDS, least: 0, example: ['needs_human', 'new_appointment'] } as const;

/** Request and response. */
export class NotificationSettingsDocument implements NotificationSettingsDto {
  @ChoiceList({ ...KINDS, description: 'What shows a notification of the desktop.' })
  desktop: NotificationKind[];

  @ChoiceList({ ...KINDS, description: 'What makes a sound.' })
  sound: NotificationKind[];
}

true satisfies SameShape<NotificationSettingsDocument, NotificationSettingsDto>;
