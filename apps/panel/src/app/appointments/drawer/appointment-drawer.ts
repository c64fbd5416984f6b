import {
  Component,
  computed,
  effect,
  inject,
  input,
  untracked,
  viewChild,
  viewChildren,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  inOneLine,
  type AppointmentDto,
  type AppointmentEventDto,
  type AppointmentStatus,
  type ClientDto,
  type ConversationDto,
  type PageDto,
} from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { isProblem } from '../../http/problem';
import { query, versionedQuery } from '../../data/query';
import { Drawer } from '../../layout/drawer';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Session } from '../../session/session';
import { PhoneFormat } from '../../ui/formats/phone';
import { ErrorPanel } from '../../ui/error-panel';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { RecordState } from '../../ui/record-state';
import { StatusChip } from '../../ui/status-chip';
import { AppointmentChanges } from '../changes/appointment-changes';
import { AppointmentHistory } from './appointment-history';
import { AppointmentNotes } from './appointment-notes';
import { AppointmentsState } from '../appointments-state';
import { attendeeOf } from '../../crm/attendee';
import { contactOf } from '../../crm/client-contact';
import { SeriesPlace } from '../../crm/series/series-place';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';
import { StatusActions } from './status-actions';
import { LateMark } from '../../crm/late-mark';
import { MailList } from '../../crm/mails/mail-list';

/** One appointment, beside the calendar. */
@Component({
  selector: 'app-appointment-drawer',
  imports: [
    AppointmentHistory,
    AppointmentNotes,
    Drawer,
    ErrorPanel,
    KeyValue,
    KeyValues,
    LateMark,
    MailList,
    RecordState,
    RouterLink,
    SeriesPlace,
    StatusActions,
    StatusChip,
    TranslocoPipe,
  ],
  templateUrl: './appointment-drawer.html',
  styleUrl: './appointment-drawer.css',
})
export class AppointmentDrawer {
  readonly id = input.required<string>();
  private readonly changes = inject(AppointmentChanges);
  private readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  protected readonly bookable = inject(BookableResources);
  private readonly session = inject(Session);
  protected readonly mayWrite = this.session.isOperator;
  protected readonly mayDelete = this.session.isAdmin;
  private readonly drawer = viewChild(Drawer);
  private readonly notes = viewChildren(AppointmentNotes);
  private readonly actions = viewChild(StatusActions);

  protected readonly read = versionedQuery<AppointmentDto>(() => apiPath`/api/appointments/${this.id()}`);
  protected readonly appointment = computed(() => this.read.value()?.row ?? null);
  protected readonly name = computed(() => {
    const appointment = this.appointment();
    return appointment === null ? null : attendeeOf(appointment);
  });
  /** Unless they are the subject. */
  protected readonly services = computed(() => {
    const { services = [], title = '' } = this.appointment() ?? {};
    const names = inOneLine(services);
    return names === title ? '' : names;
  });
  protected readonly etag = computed(() => this.read.value()?.etag ?? null);
  /** The appointment was deleted or never existed. */
  protected readonly isGone = computed(() => isProblem(this.read.problem(), 'not_found'));
  private readonly client = query<ClientDto>(() => {
    const client_id = this.appointment()?.client_id ?? null;
    return client_id === null ? undefined : apiPath`/api/clients/${client_id}`;
  });
  private readonly phones = inject(PhoneFormat);
  protected readonly contact = computed(() => {
    const client = this.client.value();
    return client === null ? '' : contactOf(client, this.phones);
  });
  /** What the caller gave, as far as the client has something else; null where that is nothing. */
  protected readonly given = computed(() => {
    const given = this.appointment()?.given;
    const client = this.client.value();
    if (!given || client === null) return null;
    const other = [given.name, given.phone, given.email].filter(
      (part) => part !== null && !knownOf(client).includes(part.toLowerCase()),
    );
    return other.length === 0 ? null : other;
  });
  protected readonly history = query<AppointmentEventDto[]>(
    () => apiPath`/api/appointments/${this.id()}/history`,
  );
  protected readonly events = computed(() => this.history.value() ?? []);
  /** Who booked it, if that was a user of the panel. */
  protected readonly booker = computed(() => this.events()[0]?.user?.name ?? null);
  private readonly conversations = query<PageDto<ConversationDto>>(() => {
    const chat_id = this.appointment()?.chat_id;
    return chat_id ? { url: '/api/conversations', query: { chat_id } } : undefined;
  });
  protected readonly conversation_id = computed(() => this.conversations.value()?.items[0]?.id ?? null);

  constructor() {
    const edit = { keys: 'e', label: 'appointments.move', group: 'appointments.keys' };
    inject(Shortcuts).register([{ ...edit, run: () => void this.actions()?.move() }]);
    // Who comes by a link without a date sees the appointment in its days.
    let shownId = '';
    effect(() => {
      const { id, starts_at } = this.appointment() ?? {};
      // Once: whoever goes to other days afterwards stays there.
      if (id === undefined || starts_at === undefined || id === shownId) return;
      shownId = id;
      untracked(() => this.state.comeTo(starts_at));
    });
  }

  protected isEdited(): boolean {
    return this.notes().some((one) => one.hasUnsavedChanges());
  }

  protected reload(): void {
    void this.read.reload();
    void this.history.reload();
  }

  protected showStatus(status: AppointmentStatus): void {
    this.read.update((known) => ({ ...known, row: { ...known.row, status } }));
    this.reload();
  }

  /** At once: what is asked before a cancellation names the time that is shown. */
  protected showMoved(row: AppointmentDto | undefined): void {
    if (row !== undefined) this.read.take({ row, etag: this.etag() });
    this.reload();
  }

  protected async remove(): Promise<void> {
    const appointment = this.appointment();
    if (appointment !== null && (await this.changes.remove(appointment))) this.drawer()?.close();
  }
}

/** How the client is called and reached, in small letters. */
function knownOf({ name, phone, email, other_phones }: ClientDto): string[] {
  const numbers = other_phones.map((other) => other.phone);
  return [name, phone, email, ...numbers].flatMap((one) => one?.toLowerCase() ?? []);
}
