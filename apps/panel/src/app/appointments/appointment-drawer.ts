import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  resource,
  untracked,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentStatus } from '@groupless/shared-dto';
import { LiveEvents } from '../http/live-events';
import { isProblem } from '../http/problem';
import { Drawer } from '../layout/drawer';
import { Session } from '../session/session';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { Icon } from '../ui/icon';
import { KeyValue, KeyValues } from '../ui/key-values';
import { Skeleton, WhileWaiting } from '../ui/skeleton';
import { StatusChip } from '../ui/status-chip';
import { AppointmentChanges } from './appointment-changes';
import { AppointmentHistory } from './appointment-history';
import { AppointmentNotes } from './appointment-notes';
import { AppointmentsApi } from './appointments-api';
import { AppointmentsState } from './appointments-state';
import { ShownZone } from './shown-zone';
import { StatusActions } from './status-actions';

/** One appointment, beside the calendar. */
@Component({
  selector: 'app-appointment-drawer',
  imports: [
    AppointmentHistory,
    AppointmentNotes,
    Drawer,
    EmptyState,
    ErrorPanel,
    Icon,
    KeyValue,
    KeyValues,
    RouterLink,
    Skeleton,
    StatusActions,
    StatusChip,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './appointment-drawer.html',
  styleUrl: './appointment-drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AppointmentDrawer {
  readonly id = input.required<string>();
  private readonly api = inject(AppointmentsApi);
  private readonly changes = inject(AppointmentChanges);
  private readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  protected readonly may_write = inject(Session).is_operator;
  private readonly drawer = viewChild(Drawer);
  private readonly notes = viewChild(AppointmentNotes);

  protected readonly loaded = resource({
    params: () => this.id(),
    loader: ({ params: id }) => this.api.read(id),
  });
  protected readonly appointment = computed(() => (this.loaded.hasValue() ? this.loaded.value().row : null));
  protected readonly etag = computed(() => (this.loaded.hasValue() ? this.loaded.value().etag : null));
  /** It was deleted, or never was. */
  protected readonly is_gone = computed(() => {
    const error: unknown = this.loaded.error();
    return [error, (error as Error | undefined)?.cause].some((one) => isProblem(one, 'not_found'));
  });
  protected readonly history = resource({
    params: () => this.id(),
    loader: ({ params: id }) => this.api.history(id),
  });
  protected readonly events = computed(() => (this.history.hasValue() ? this.history.value() : []));
  /** Who booked it, if that was a user of the panel. */
  protected readonly booker = computed(() => this.events()[0]?.user?.name ?? null);
  protected readonly conversation = resource({
    params: () => this.appointment()?.chat_id ?? undefined,
    loader: ({ params: chat_id }) => this.api.conversationOf(chat_id),
  });
  protected readonly conversation_id = computed(() =>
    this.conversation.hasValue() ? (this.conversation.value()?.id ?? null) : null,
  );

  constructor() {
    // Who comes by a link without a date sees the appointment in its days.
    effect(() => {
      const starts_at = this.appointment()?.starts_at;
      if (starts_at !== undefined) untracked(() => this.state.comeTo(starts_at));
    });
    inject(LiveEvents).onEvent(['appointment.updated', 'appointment.deleted'], ({ type, id }) => {
      if (type === 'resync' || id === this.id()) this.reload();
    });
  }

  has_unsaved_changes(): boolean {
    return this.notes()?.has_unsaved_changes() ?? false;
  }

  protected reload(): void {
    this.loaded.reload();
    this.history.reload();
  }

  protected showStatus(status: AppointmentStatus): void {
    this.loaded.update((known) => known && { ...known, row: { ...known.row, status } });
    this.reload();
  }

  protected async remove(): Promise<void> {
    const appointment = this.appointment();
    if (appointment !== null && (await this.changes.remove(appointment))) this.drawer()?.close();
  }
}
