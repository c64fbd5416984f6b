import { OneOf, QueryFlag } from '../../platform/validation/fields';
import { CalendarDate } from '../../platform/validation/times/time-fields';
import { FileName } from '../../shared/file-name';
import { Uuid } from '../../platform/validation/uuid-fields';
import { TimeZone } from '../../platform/validation/locale-fields';

export class AppointmentImportRequest {
  @FileName() file_name?: string;

  @QueryFlag({ optional: true, description: 'Says what would happen, and stores nothing.' })
  dry_run?: 'true' | 'false';

  @TimeZone({
    optional: true,
    description:
      'Of times without an offset; otherwise that of the settings, which somebody has to have chosen.',
  })
  time_zone?: string;

  @CalendarDate({
    optional: true,
    description: 'Of a calendar: what is over before this day is left out.',
    example: '2026-12-01',
  })
  from?: string;

  @Uuid({
    optional: true,
    description:
      'Who has the appointments that name nobody. Otherwise the only resource; where there are several, they are not made.',
  })
  resource_id?: string;

  @OneOf({
    optional: true,
    values: ['reminders'],
    description: 'Whether clients are reminded of what is to come. They are told nothing else.',
  })
  notify?: 'reminders';
}
