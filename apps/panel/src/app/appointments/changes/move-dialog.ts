import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, required, submit } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  isLive,
  SERIES_SCOPES,
  type AppointmentDto,
  type PatchAppointmentDto,
  type SeriesScope,
} from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { Confirm } from '../../ui/dialogs/confirm';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Toasts } from '../../ui/toasts/toasts';
import { Field } from '../../ui/forms/field';
import { changesOf, isSame } from '../../ui/forms/changes-of';
import { sending } from '../../ui/forms/form-submission';
import {
  AppointmentFields,
  appointmentRules,
  withServices,
  type AppointmentDraft,
} from '../../crm/booking/appointment-fields';
import { AllowedOnce } from '../../crm/booking/allowed-once';
import { AppointmentsApi } from '../../crm/appointments-api';
import { AppointmentsState } from '../appointments-state';
import { BookableResources, chosenResource } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { ServiceFields, withOwn } from '../../crm/booking/service-fields';
import { attendeeOf } from '../../crm/attendee';
import { clientContact } from '../../crm/client-contact';
import { ClientPicker, type ClientRef } from '../../crm/client-picker/client-picker';
import { ConflictFinder, type Conflict } from '../../crm/booking/conflict-finder';
import { CheckedChange } from './checked-change';
import type { MoveWish } from './move-wish';
import { namesWith } from '../../crm/resource-names';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { SeriesChange } from './series-change';
import { ShownZone } from '../../crm/shown-zone';
import { endOf, minutesBetween } from '../../crm/slot-times';

interface Draft extends AppointmentDraft {
  client: ClientRef | null;
  /** Of a series. */
  scope: SeriesScope;
}

/** All that can be changed of an appointment but its notes. Its time is also what dragging changes. */
@Component({
  selector: 'app-move-dialog',
  imports: [
    AppointmentFields,
    ClientPicker,
    Field,
    FormDialog,
    FormField,
    PluralPipe,
    ServiceFields,
    TranslocoPipe,
  ],
  providers: [CheckedChange, SeriesChange],
  templateUrl: './move-dialog.html',
  styles: `
    .stuck {
      flex-direction: column;
    }

    .tell {
      display: flex;
      gap: 8px;
    }

    .stuck button {
      align-self: flex-start;
    }
  `,
})
export class MoveDialog {
  private readonly api = inject(AppointmentsApi);
  private readonly checked = inject(CheckedChange);
  private readonly conflicts = inject(ConflictFinder);
  private readonly state = inject(AppointmentsState);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly formats = inject(Formats);
  private readonly wish = inject<MoveWish>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<AppointmentDto>>(DialogRef);
  protected readonly zone = inject(ShownZone);
  protected readonly appointment = this.wish.appointment;
  protected readonly conflict = signal<Conflict | null>(this.wish.conflict);
  /** Who comes from a time that was taken chooses among the times near it. */
  protected readonly beginsAtTimes = this.wish.conflict === null;
  private readonly places = inject(BookableResources);
  /** Its resource, told apart from who has the name now. */
  private readonly label = this.places.labelOf(this.appointment);
  protected readonly resources = computed(() => namesWith(this.state.resources(), this.label));
  protected readonly attendeeOf = attendeeOf;
  private readonly bookable = inject(BookableServices);
  /** Those that can be booked, and what it has. */
  protected readonly services = computed(() => withOwn(this.bookable.list(), this.appointment.services));
  /** Free times are asked for with what can be booked alone. */
  protected readonly visit = computed(() => this.bookable.visitOf(this.model().services));
  /** Where a mail about it would go. */
  protected readonly to = signal<string | null>(null);
  protected readonly tells = signal(true);
  /** Whether mails tell of what is changed: with another subject alone, all is as the client was told. */
  protected readonly isTold = computed(() => {
    const { client, starts_at, duration_minutes, resource } = this.model();
    const { client_id, starts_at: began, ends_at } = this.appointment;
    const isLonger = duration_minutes !== minutesBetween(began, ends_at);
    const isElsewhere = starts_at !== began || isLonger || resource !== this.label;
    return isElsewhere || this.conflict() !== null || (client !== null && client.id !== client_id);
  });
  protected readonly isSwapping = signal(false);
  private readonly allowed = new AllowedOnce();
  private readonly series = inject(SeriesChange);
  protected readonly scopes = SERIES_SCOPES;
  private readonly model = signal<Draft>({
    client: this.appointment.client,
    title: this.appointment.title,
    services: this.appointment.services.map(({ id }) => id),
    starts_at: this.appointment.starts_at,
    duration_minutes: minutesBetween(this.appointment.starts_at, this.appointment.ends_at),
    resource: this.label,
    scope: 'this',
  });
  private readonly resource_id = chosenResource(() => this.model().resource);
  /** What was sent last. */
  private readonly sent = signal('');
  /** Those of the series that cannot be where they would go. Only of what is asked for now: others may be in another way. */
  protected readonly stuck = computed(() =>
    this.sent() === JSON.stringify(this.model()) ? this.series.stuck() : null,
  );
  /** A swap exchanges the times alone: with other changes it is not offered, since it would drop them. */
  protected readonly canSwap = computed(
    () =>
      isLive(this.appointment.status) &&
      !this.isSwapping() &&
      this.model().scope === 'this' &&
      isSame(exceptTimeAndPlace(this.model()), this.atFirst),
  );
  private readonly atFirst = exceptTimeAndPlace(this.model());
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.client, { when: () => this.appointment.client !== null });
      appointmentRules(path);
    },
    { submission: sending((draft: Draft) => this.save(draft)) },
  );

  protected readonly contact = clientContact(() => this.model().client?.id ?? null);

  constructor() {
    void this.api.wouldTell(this.appointment.id, 'moved').then((to) => this.to.set(to));
  }

  protected takeTime(starts_at: string): void {
    this.conflict.set(null);
    this.model.update((before) => ({ ...before, starts_at }));
  }

  protected takeServices(services: string[]): void {
    this.model.update((before) => withServices(before, services, this.services()));
  }

  /** After the question: the time is wanted beside the one that holds it, or though it is busy. */
  protected takeBeside(): void {
    void this.allowed.send(this.conflict(), () => submit(this.form));
  }

  /** Those that cannot change stay as they are. */
  protected changeOthers(): void {
    void this.series.skipping(() => submit(this.form));
  }

  protected async swap(): Promise<void> {
    const holder = this.conflict()?.holder;
    if (!holder || this.isSwapping()) return;
    this.isSwapping.set(true);
    try {
      const telling = await this.askToTell(holder);
      const swapped = telling === null ? null : await this.swapWith(holder, telling);
      if (swapped === null) return;
      const { a, b } = swapped;
      for (const row of [a, b]) this.show(row);
      this.toasts.show('appointments.swapped', { params: { name: attendeeOf(b) } });
      this.dialog.close(a);
    } catch (error) {
      this.toasts.failed('appointments.not_swapped', error);
    } finally {
      this.isSwapping.set(false);
    }
  }

  /** Who is mailed is asked where the other client is, too. Null: the user does not want it. */
  private async askToTell(holder: AppointmentDto): Promise<{ notify?: false } | null> {
    const other = await this.api.wouldTell(holder.id, 'moved');
    const isQuiet = this.to() !== null && !this.tells();
    if (other === null) return isQuiet ? { notify: false } : {};
    const answer = await this.confirm.askWithOption({
      ...{ title: 'appointments.swap_title', text: 'appointments.swap_text' },
      ...{ action: 'appointments.do_swap', option: 'appointments.tell_client', isOptionOn: !isQuiet },
      params: {
        ...{ name: attendeeOf(this.appointment), other: attendeeOf(holder) },
        to: this.formats.list([this.to(), other].filter((one) => one !== null)),
      },
    });
    if (answer === null) return null;
    return answer.hasOption ? {} : { notify: false };
  }

  /** Each keeps its length where there is room; else the user is asked. Null: the user does not want it. */
  private async swapWith(holder: AppointmentDto, telling: { notify?: false }) {
    try {
      return await this.api.swap(this.appointment, holder, telling);
    } catch (error) {
      if (!isProblem(error, 'slot_taken')) throw error;
      const [title, text] = ['appointments.swap_lengths_title', 'appointments.swap_lengths'];
      const names = { name: attendeeOf(this.appointment), other: attendeeOf(holder) };
      const isSure = await this.confirm.ask({ title, text, action: 'appointments.do_swap', params: names });
      return isSure ? this.api.swap(this.appointment, holder, { ...telling, keep_lengths: false }) : null;
    }
  }

  private async save(draft: Draft): Promise<void> {
    const { client, title, services, starts_at, duration_minutes, resource, scope } = draft;
    if (starts_at === null || duration_minutes === null) return;
    this.conflict.set(null);
    this.sent.set(JSON.stringify(draft));
    const { id, client_id, ...before } = this.appointment;
    const time = { starts_at, ends_at: endOf(starts_at, duration_minutes) };
    const isMoved = time.starts_at !== before.starts_at || time.ends_at !== before.ends_at;
    const was = { resource: this.label, title: before.title };
    const resource_id = this.resource_id();
    // Services set title and length, unless they are sent too.
    const isOther = services.join() !== before.services.map((one) => one.id).join();
    const named = services.length === 0 ? { service: null } : { service_ids: services };
    const asServices = isOther ? { ...named, title } : {};
    // What was not changed here may have been changed elsewhere since.
    const patch = {
      ...(isMoved || isOther ? time : {}),
      ...changesOf({ resource, title }, was),
      ...(resource !== was.resource && resource_id !== undefined && { resource_id }),
      ...(client !== null && client.id !== client_id && { client_id: client.id }),
      ...asServices,
      ...this.allowed.read(),
      ...(this.isTold() && !this.tells() ? { notify: false } : {}),
    };
    try {
      const rows =
        scope === 'this' ? await this.send(patch) : await this.series.send(this.appointment, scope, patch);
      if (rows === null) return;
      for (const one of rows) this.show(one);
      // This one may be as it was: nothing was changed, or it could not be.
      const row = rows.find((one) => one.id === id) ?? this.appointment;
      const hasMoved = isMoved && row !== this.appointment;
      const isWithAnother = row.resource_id !== before.resource_id;
      const text = isWithAnother ? 'moved_to_resource' : hasMoved ? 'moved' : 'saved';
      this.toasts.show(`appointments.${text}`, {
        params: { time: this.zone.span(row.starts_at, row.ends_at), resource: row.resource },
      });
      this.dialog.close(row);
    } catch (error) {
      if (!isProblem(error, 'slot_taken') && !isProblem(error, 'busy')) throw error;
      this.conflict.set(
        await this.conflicts.of(error, {
          ...time,
          resource_id: resource === was.resource ? before.resource_id : resource_id,
          id,
        }),
      );
    }
  }

  private async send(patch: PatchAppointmentDto): Promise<AppointmentDto[] | null> {
    const holdsTime = patch.starts_at !== undefined || patch.resource !== undefined;
    const row = holdsTime
      ? await this.checked.send(this.appointment, patch)
      : await this.api.change(this.appointment.id, patch);
    return row && [row];
  }

  private show(row: AppointmentDto): void {
    this.state.list.change(
      ({ id }) => id === row.id,
      () => row,
    );
  }
}

/** All but when and where. */
function exceptTimeAndPlace({ client, title, services, duration_minutes }: Draft): Partial<Draft> {
  return { client, title, services, duration_minutes };
}
