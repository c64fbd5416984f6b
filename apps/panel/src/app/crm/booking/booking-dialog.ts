import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required, submit } from '@angular/forms/signals';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  ANY_RESOURCE,
  isSameName,
  LIMITS,
  resourcesFor,
  type AppointmentDto,
  type ClientDto,
} from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { PluralPipe } from '../../i18n/plural';
import { closeUnasked } from '../../ui/dialogs/dialogs';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Toasts } from '../../ui/toasts/toasts';
import { Field } from '../../ui/forms/field';
import { Phone } from '../../ui/formats/phone';
import { sending } from '../../ui/forms/form-submission';
import { AllowedOnce } from './allowed-once';
import { AppointmentFields, appointmentRules, withServices } from './appointment-fields';
import { AppointmentsApi } from '../appointments-api';
import { attendeeOf } from '../attendee';
import { chosenResource } from '../bookable-resources';
import { BookableServices } from '../bookable-services';
import { bookingOf, clientOf, draftOf, type BookedFor, type Draft } from './booking-draft';
import type { BookingWish } from './booking-wish';
import { ClientPicker, type ClientRef, type NewClient } from '../client-picker/client-picker';
import { clientContact } from '../client-contact';
import { ClientVisits } from '../client-visits';
import { ConflictFinder, type Conflict } from './conflict-finder';
import { NumberOwner } from './number-owner';
import { namesWith } from '../resource-names';
import { ShownZone } from '../shown-zone';
import { ruleOf } from '../series/recurrence';
import { ServiceFields } from './service-fields';
import { RepeatFields, repeatRules } from '../series/repeat-fields';
import { SeriesList } from '../series/series-list';
import { SeriesPlan, type AskedSeries } from '../series/series-plan';
import { endOf } from '../slot-times';
import { TwiceNotice } from './twice-notice';
import { WhoseNumber } from './whose-number';

/** Books an appointment; closes with it. */
@Component({
  selector: 'app-booking-dialog',
  imports: [
    AppointmentFields,
    ClientPicker,
    ClientVisits,
    Field,
    FormDialog,
    FormField,
    NumberOwner,
    Phone,
    RepeatFields,
    PluralPipe,
    SeriesList,
    ServiceFields,
    TranslocoPipe,
    TwiceNotice,
  ],
  providers: [SeriesPlan, WhoseNumber],
  templateUrl: './booking-dialog.html',
  styleUrl: './booking-dialog.css',
})
export class BookingDialog {
  private readonly api = inject(AppointmentsApi);
  private readonly conflicts = inject(ConflictFinder);
  private readonly router = inject(Router);
  private readonly toasts = inject(Toasts);
  private readonly wish = inject<BookingWish>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<AppointmentDto>>(DialogRef);
  protected readonly zone = inject(ShownZone);
  protected readonly canBlock = this.wish.block !== undefined;
  protected readonly isNew = signal(false);
  /** Few bookings have any. */
  protected readonly hasNotes = signal(false);
  /** Who is called as the new client. */
  private readonly same = signal<ClientDto | null>(null);
  protected readonly known = computed(() => {
    const same = this.same();
    return same !== null && isSameName(same.name, this.model().client.name) ? same : null;
  });
  private readonly allowed = new AllowedOnce();
  private readonly refused = signal<{ conflict: Conflict; booking: string } | null>(null);
  /** Only of what is asked for now: another time, length or resource may be free. */
  protected readonly conflict = computed(() => {
    const refused = this.refused();
    return refused?.booking === this.asked() ? refused.conflict : null;
  });
  private readonly atFirst = draftOf(this.wish, {
    nextStart: this.zone.nextOpenSlot(this.wish),
    slot_minutes: this.zone.slot_minutes(),
    resources: this.zone.resources(),
  });
  private readonly model = signal(this.atFirst);
  private readonly resource_id = chosenResource(() => this.model().resource);
  private readonly whose = inject(WhoseNumber);
  /** Who has the number of the new client. */
  protected readonly owner = computed(() => (this.isNew() ? this.whose.ownerOf(this.model().client) : null));
  private readonly asked = computed(() => {
    const { starts_at, duration_minutes, resource, services, repeat } = this.model();
    return JSON.stringify([starts_at, duration_minutes, resource, services, repeat]);
  });
  protected readonly plan = inject(SeriesPlan);
  /** Whether the times of this very series are shown. */
  protected readonly isPlanned = computed(() => this.plan.isOf(this.asked()));
  /** None of them can be, and none has another time. */
  protected readonly isEmpty = computed(() => this.isPlanned() && this.plan.starts().length === 0);
  protected readonly isRepeated = computed(() => this.model().repeat.repeat !== 'none');
  protected readonly services = inject(BookableServices);
  protected readonly visit = computed(() => this.services.visitOf(this.model().services));
  /** Anyone where there are several, and those who do the service. */
  protected readonly resources = computed(() => {
    const able = this.ableTo(this.model().services);
    return namesWith(able.length > 1 ? [ANY_RESOURCE, ...able] : able, this.model().resource);
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.known, { when: () => !this.isNew() });
      required(path.client.name, { when: () => this.isNew() });
      required(path.whose, { when: () => this.owner() !== null });
      maxLength(path.client.name, LIMITS.client_name.max);
      maxLength(path.client.phone, LIMITS.phone.max);
      maxLength(path.notes, LIMITS.description.max);
      maxLength(path.team_notes, LIMITS.description.max);
      appointmentRules(path);
      repeatRules(path.repeat);
    },
    {
      submission: sending(
        (draft: Draft) => this.book(draft),
        () => !this.isEmpty(),
      ),
    },
  );

  protected readonly knownId = computed(() => (this.isNew() ? null : (this.model().known?.id ?? null)));
  protected readonly contact = clientContact(this.knownId);

  /** No client has this name yet. */
  protected takeNew({ name, same }: NewClient): void {
    this.isNew.set(true);
    this.same.set(same);
    this.model.update((before) => ({ ...before, client: { ...before.client, name } }));
    setTimeout(() => this.form.client.phone().focusBoundControl());
  }

  protected takeKnown(known?: ClientRef): void {
    this.isNew.set(false);
    if (known !== undefined) this.model.update((before) => ({ ...before, known }));
    setTimeout(() => this.form.known().focusBoundControl());
  }

  /** Whose number it is. What was chosen about another one counts no more. */
  protected async askWhose(): Promise<boolean> {
    this.model.update((before) => ({ ...before, whose: '' }));
    return (await this.whose.ask(this.model().client)) !== null;
  }

  protected addNotes(): void {
    this.hasNotes.set(true);
    setTimeout(() => this.form.notes().focusBoundControl());
  }

  protected takeServices(services: string[]): void {
    const [one, ...more] = this.ableTo(services);
    this.model.update((before) => {
      const isOne = before.resource === ANY_RESOURCE && one !== undefined && more.length === 0;
      const draft: Draft = { ...before, ...(isOne && { resource: one }) };
      return withServices(draft, services, this.services.list());
    });
  }

  /** Who does them all. */
  private ableTo(services: readonly string[]): string[] {
    const { schedules } = this.zone.hours();
    return this.services
      .visitOf(services)
      .reduce(
        (resources, { name }) => resourcesFor({ resources, schedules }, name),
        [...(this.wish.resources ?? this.zone.resources())],
      );
  }

  protected takeTime(starts_at: string): void {
    this.refused.set(null);
    this.model.update((before) => ({ ...before, starts_at }));
  }

  /** After the question: the time is wanted beside the one that holds it, or though it is busy. */
  protected takeBeside(): void {
    void this.allowed.send(this.conflict(), () => submit(this.form));
  }

  /** Who chose a time may have meant to keep it free. */
  protected blockInstead(): void {
    const { starts_at, duration_minutes, resource } = this.model();
    if (starts_at === null) return;
    closeUnasked(this.dialog);
    this.wish.block?.({
      ...{ starts_at, ends_at: endOf(starts_at, duration_minutes ?? this.zone.slot_minutes()) },
      // Whoever is free cannot be blocked: then it is of all.
      resource: resource === ANY_RESOURCE ? '' : resource,
    });
  }

  private async book(draft: Draft): Promise<void> {
    this.refused.set(null);
    if (this.isNew() && this.owner() === null && (await this.askWhose())) {
      setTimeout(() => this.form.whose().focusBoundControl());
      return;
    }
    const bookedFor = this.makesClient(draft) ? await this.makeClient(draft) : this.bookedFor(draft);
    const resource_id = this.resource_id();
    const booking = {
      ...bookingOf(draft, bookedFor, this.wish),
      ...(resource_id !== undefined && { resource_id }),
      ...this.allowed.read(),
    };
    const asked = this.asked();
    const rrule = ruleOf(draft.repeat, booking.starts_at, this.zone.business());
    if (rrule !== null) {
      await this.bookSeries({ ...booking, rrule }, asked);
      return;
    }
    try {
      this.end('crm.booked', await this.api.book(booking));
    } catch (error) {
      if (!isProblem(error, 'slot_taken') && !isProblem(error, 'busy')) throw error;
      const { starts_at, duration_minutes } = booking;
      const wanted = { id: null, resource_id, starts_at, ends_at: endOf(starts_at, duration_minutes) };
      const conflict = await this.conflicts.of(error, wanted);
      this.refused.set({ conflict, booking: asked });
    }
  }

  private bookedFor({ known, client, whose }: Draft): BookedFor {
    if (!this.isNew()) return { client_id: known?.id ?? '' };
    const owner = this.owner();
    if (owner === null || whose === 'own') return { client: clientOf(client) };
    return { client_id: owner.id, attendee_name: client.name.trim() };
  }

  /** Though the number is somebody's. The times of a series are shown first, which makes nobody. */
  private makesClient({ whose }: Draft): boolean {
    return this.owner() !== null && whose === 'own' && (!this.isRepeated() || this.isPlanned());
  }

  private async makeClient({ client }: Draft): Promise<BookedFor> {
    const made = await this.api.makeClient({ ...clientOf(client), allow_duplicate: true });
    // Whatever refuses the booking now, the client is there.
    this.model.update((before) => ({ ...before, known: made }));
    this.isNew.set(false);
    return { client_id: made.id };
  }

  /** First its times are shown, with what is in their way. */
  private async bookSeries(series: AskedSeries, asked: string): Promise<void> {
    const made = await this.plan.tryOrBook(series, asked);
    const [first] = made?.created ?? [];
    if (first !== undefined) this.end('crm.series.booked', first, made?.created.length);
  }

  private end(text: string, booked: AppointmentDto, count = 1): void {
    const time = this.zone.span(booked.starts_at, booked.ends_at);
    this.toasts.show(text, {
      params: { name: attendeeOf(booked), time, count },
      action: { label: 'crm.open', run: () => this.open(booked.id) },
    });
    this.dialog.close(booked);
  }

  private open(id: string): void {
    if (this.wish.open === undefined) void this.router.navigate(['/appointments', id]);
    else this.wish.open(id);
  }
}
