import { inject, Injectable, Injector } from '@angular/core';
import type { AppointmentDto, SavedBlockDto } from '@groupless/shared-dto';
import { Dialogs } from '../../ui/dialogs/dialogs';
import type { BookingWish } from '../../crm/booking/booking-wish';
import type { Conflict } from '../../crm/booking/conflict-finder';
import { BookableResources } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { openBooking } from '../../crm/booking/open-booking';
import { BlockChanges } from '../blocks/block-changes';
import { BlocksApi } from '../blocks/blocks-api';
import type { BlockData, BlockWish } from '../blocks/block-wish';
import { AppointmentsState } from '../appointments-state';
import type { MoveWish } from './move-wish';

/** The dialogs of the screen. Each loads when it is first opened, and sees what the screen provides. */
@Injectable()
export class AppointmentDialogs {
  private readonly dialogs = inject(Dialogs);
  private readonly injector = inject(Injector);

  /** Resolves with what was booked. */
  book(wish: BookingWish = {}): Promise<AppointmentDto | undefined> {
    const state = this.injector.get(AppointmentsState);
    return openBooking(
      {
        ...{ resources: state.resources(), open: (id) => state.open(id) },
        block: (slot) => void this.block(slot),
        ...wish,
      },
      this.injector,
    );
  }

  /** Resolves with what was blocked. */
  block(wish: BlockWish = {}): Promise<SavedBlockDto | undefined> {
    const load = () => import('../blocks/block-dialog').then(({ BlockDialog }) => BlockDialog);
    return this.dialogs.load<SavedBlockDto, BlockData>(load, {
      data: { ...wish, work: this.injector.get(BlockChanges) },
      injector: this.injector,
      autoFocus: 'select',
      width: 'min(520px, calc(100vw - 32px))',
    });
  }

  /** Nothing where it is gone by now. */
  async changeBlock(id: string): Promise<void> {
    const block = await this.injector
      .get(BlocksApi)
      .read(id)
      .catch(() => null);
    if (block !== null) await this.block({ block });
  }

  /** Resolves with the appointment as it was saved. */
  move(appointment: AppointmentDto, conflict: Conflict | null = null): Promise<AppointmentDto | undefined> {
    const load = async () => {
      const services = this.injector.get(BookableServices);
      const resources = this.injector.get(BookableResources);
      const [{ MoveDialog }] = await Promise.all([
        import('./move-dialog'),
        services.ready(),
        resources.ready(),
      ]);
      return MoveDialog;
    };
    const data: MoveWish = { appointment, conflict };
    return this.dialogs.load<AppointmentDto, MoveWish>(load, {
      data,
      injector: this.injector,
      autoFocus: 'input',
      width: 'min(520px, calc(100vw - 32px))',
    });
  }

  async link(): Promise<void> {
    const load = () =>
      import('../toolbar/calendar-link-dialog').then(({ CalendarLinkDialog }) => CalendarLinkDialog);
    await this.dialogs.load(load, { width: 'min(520px, calc(100vw - 32px))' });
  }
}
