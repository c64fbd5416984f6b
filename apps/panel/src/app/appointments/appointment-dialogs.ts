import { inject, Injectable, Injector } from '@angular/core';
import type { AppointmentDto } from '@groupless/shared-dto';
import { Dialogs } from '../layout/dialogs';
import type { BookingWish } from './booking-wish';
import type { Conflict } from './conflict-finder';
import type { MoveWish } from './move-wish';

/** The dialogs of the screen. Each loads when it is first opened, and sees what the screen provides. */
@Injectable()
export class AppointmentDialogs {
  private readonly dialogs = inject(Dialogs);
  private readonly injector = inject(Injector);

  /** Resolves with what was booked. */
  async book(wish: BookingWish = {}): Promise<AppointmentDto | undefined> {
    const { BookingDialog } = await import('./booking-dialog');
    return this.dialogs.open(BookingDialog, {
      data: wish,
      injector: this.injector,
      width: 'min(560px, calc(100vw - 32px))',
      autoFocus: '.fields input',
      closePredicate: (result, _config, dialog) =>
        !(dialog instanceof BookingDialog) || dialog.mayClose(result as AppointmentDto | undefined),
    });
  }

  async move(appointment: AppointmentDto, conflict: Conflict | null = null): Promise<void> {
    const { MoveDialog } = await import('./move-dialog');
    const data: MoveWish = { appointment, conflict };
    await this.dialogs.open(MoveDialog, {
      data,
      injector: this.injector,
      autoFocus: '.fields input',
      width: 'min(520px, calc(100vw - 32px))',
    });
  }

  async link(): Promise<void> {
    const { CalendarLinkDialog } = await import('./calendar-link-dialog');
    await this.dialogs.open(CalendarLinkDialog, { width: 'min(520px, calc(100vw - 32px))' });
  }
}
