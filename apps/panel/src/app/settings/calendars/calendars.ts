import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { BusyCalendarDto } from '@groupless/shared-dto';
import { SettingsApi } from '../settings-api';
import { query } from '../../data/query';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Toasts } from '../../ui/toasts/toasts';
import { Formats } from '../../i18n/formats';
import { IconButton } from '../../ui/icon-button';
import { SettingsList } from '../settings-list';

/** The calendars outside, whose events are busy times. */
@Component({
  selector: 'app-calendars',
  imports: [IconButton, SettingsList, TranslocoPipe],
  templateUrl: './calendars.html',
  styles: `
    .row {
      display: flex;
      align-items: center;
      gap: 8px;
    }

    .what {
      flex: 1;
      min-width: 0;
    }

    p {
      color: var(--text-2);
    }

    .error {
      color: var(--danger-text);
    }
  `,
})
export class Calendars {
  private readonly api = inject(SettingsApi);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  protected readonly formats = inject(Formats);
  protected readonly list = query<BusyCalendarDto[]>(() => '/api/settings/calendars');

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'calendars.make', group: 'keys.list', run: () => void this.edit(null) },
    ]);
  }

  /** @param calendar null: a new one */
  protected async edit(calendar: BusyCalendarDto | null): Promise<void> {
    const load = () => import('./calendar-dialog').then(({ CalendarDialog }) => CalendarDialog);
    if ((await this.dialogs.load(load, { data: calendar, autoFocus: 'input' })) === true)
      await this.list.reload();
  }

  protected async remove({ id, name }: BusyCalendarDto): Promise<void> {
    const params = { name };
    const isSure = await this.confirm.ask({
      ...{ title: 'calendars.remove_title', text: 'calendars.remove_text', action: 'calendars.do_remove' },
      ...{ params, isDangerous: true },
    });
    if (!isSure) return;
    try {
      await this.api.removeCalendar(id);
      await this.list.reload();
    } catch (error) {
      this.toasts.failed('calendars.not_removed', error, { params });
    }
  }
}
