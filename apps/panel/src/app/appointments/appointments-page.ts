import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { AppointmentsApi } from '../crm/appointments-api';
import { PageHeader } from '../layout/page-header';
import { Shortcuts } from '../ui/keys/shortcuts';
import { Session } from '../session/session';
import { ErrorPanel } from '../ui/error-panel';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { RefetchBar, Skeleton, WhileWaiting } from '../ui/skeleton';
import { AppointmentAgenda } from './list/appointment-agenda';
import { AppointmentCalendar } from './calendar/appointment-calendar';
import { AppointmentExport } from './list/appointment-export';
import { AppointmentChanges } from './changes/appointment-changes';
import { BlockChanges } from './blocks/block-changes';
import { BusyTimes } from './blocks/busy-times';
import { AppointmentDialogs } from './changes/appointment-dialogs';
import { AppointmentMonth } from './calendar/appointment-month';
import { AppointmentFilters } from './list/appointment-filters';
import { AppointmentTable } from './list/appointment-table';
import { AppointmentsState } from './appointments-state';
import type { ChosenSlot } from './calendar/chosen-slot';
import type { BookingWish } from '../crm/booking/booking-wish';
import { CalendarToolbar } from './toolbar/calendar-toolbar';
import { PauseButton } from '../crm/agent-pause/pause-button';
import { PauseNotice } from '../crm/agent-pause/pause-notice';
import { ConflictFinder } from '../crm/booking/conflict-finder';
import { BookableResources } from '../crm/bookable-resources';
import { ShownZone } from '../crm/shown-zone';
import { beginOf } from './calendar/calendar-days';
import { endOf } from '../crm/slot-times';
import { SlotCursor } from './calendar/slot-cursor';

/** The appointments: as a calendar, an agenda or a list, with one beside them. */
@Component({
  selector: 'app-appointments-page',
  imports: [
    AppointmentAgenda,
    AppointmentCalendar,
    AppointmentFilters,
    AppointmentMonth,
    AppointmentTable,
    CalendarToolbar,
    CdkMenu,
    CdkMenuItem,
    CdkMenuTrigger,
    ErrorPanel,
    Icon,
    IconButton,
    PageHeader,
    PauseButton,
    PauseNotice,
    RefetchBar,
    RouterLink,
    RouterOutlet,
    Skeleton,
    SlotCursor,
    TranslocoPipe,
    WhileWaiting,
  ],
  providers: [
    ...[ShownZone, AppointmentsState, BusyTimes, ConflictFinder],
    ...[AppointmentDialogs, AppointmentChanges, BlockChanges],
  ],
  templateUrl: './appointments-page.html',
  styleUrl: './appointments-page.css',
  host: { '[class.tall]': "state.view() === 'agenda' || state.view() === 'month'" },
})
export class AppointmentsPage {
  protected readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  protected readonly dialogs = inject(AppointmentDialogs);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly isExporting = signal(false);
  private readonly exports = inject(AppointmentExport);
  private readonly api = inject(AppointmentsApi);
  private readonly bookable = inject(BookableResources);
  private readonly params = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });
  /** The slot that the keyboard is at. */
  protected readonly cursor = signal<ChosenSlot | null>(null);

  constructor() {
    const group = 'appointments.keys';
    const isDated = () => this.state.view() !== 'list' || this.state.period() !== 'all';
    inject(Shortcuts).register([
      { keys: 't', label: 'appointments.today', group, run: () => this.state.goTo(this.zone.today()) },
      {
        keys: 'arrowleft',
        label: 'appointments.earlier',
        group,
        run: () => isDated() && this.state.step(-1),
      },
      { keys: 'arrowright', label: 'appointments.later', group, run: () => isDated() && this.state.step(1) },
      ...(['day', 'week', 'month'] as const).map((view) => ({
        keys: view.charAt(0),
        label: `appointments.views.${view}`,
        group,
        run: () => this.state.go({ view }),
      })),
      ...(this.mayWrite()
        ? [
            { keys: 'n', label: 'crm.book', group, run: () => void this.dialogs.book(this.wish()) },
            { keys: 'b', label: 'appointments.block.title', group, run: () => this.block() },
          ]
        : []),
    ]);
    // Links such as the palette's ask for a booking by the address, and for whom.
    effect(() => {
      if (this.params().get('book') !== '1' || !this.zone.isKnown()) return;
      untracked(() => void this.bookAsAsked());
    });
  }

  /** What the list shows, however many. */
  protected async export(): Promise<void> {
    this.isExporting.set(true);
    await this.exports.save(this.state.asked());
    this.isExporting.set(false);
  }

  protected wish(slot: Partial<ChosenSlot> = this.cursor() ?? {}): BookingWish {
    const { resource_id = this.state.resource_ids()[0] ?? '', ...times } = slot;
    const resource = this.bookable.meaningName(resource_id);
    return { ...(resource === undefined ? {} : { resource }), from: this.shownFrom(), ...times };
  }

  /** Who looks at days to come means these. */
  private shownFrom(): string {
    const view = this.state.view();
    const ofDays = view === 'week' || view === 'agenda' ? this.state.days().first : this.state.date();
    return beginOf(view === 'list' ? this.zone.today() : ofDays, this.zone.zone());
  }

  /** A slot, by default the one that the keyboard is at, else an hour from the next open one of the shown days on. */
  protected block(slot?: ChosenSlot): void {
    const wish = this.wish(slot);
    const { starts_at = this.zone.nextOpenSlot(wish), resource } = wish;
    const { ends_at = endOf(starts_at, 60) } = wish;
    void this.dialogs.block({ starts_at, ends_at, ...(resource !== undefined && { resource }) });
  }

  private async bookAsAsked(): Promise<void> {
    const client_id = this.params().get('client_id');
    const chat_id = this.params().get('chat_id');
    this.state.go({ book: null, chat_id: null });
    if (!this.mayWrite()) return;
    const client = client_id === null ? null : await this.api.getClient(client_id).catch(() => null);
    await this.dialogs.book({
      ...this.wish(),
      ...(client === null ? {} : { client: { id: client.id, name: client.name } }),
      ...(chat_id === null ? {} : { chat_id }),
    });
  }
}
