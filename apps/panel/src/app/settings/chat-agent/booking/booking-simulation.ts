import { Component, computed, effect, inject, input, linkedSignal, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type {
  AppointmentDto,
  AvailabilityDto,
  BookedClientDto,
  ChatAgentSettingsDto,
  CreateAppointmentDto,
  SlotDto,
} from '@groupless/shared-dto';
import { isProblem, type Problem } from '../../../http/problem';
import { query } from '../../../data/query';
import { Formats } from '../../../i18n/formats';
import { toLocal } from '../../../i18n/zoned-time';
import { Appearance } from '../../../i18n/appearance';
import { ErrorPanel } from '../../../ui/error-panel';
import { Field } from '../../../ui/forms/field';
import { StatusChip } from '../../../ui/status-chip';
import { ChatAgentApi } from '../chat-agent-api';

/** Goes through a booking as a caller would, without one being made. */
@Component({
  selector: 'app-booking-simulation',
  imports: [ErrorPanel, Field, StatusChip, TranslocoPipe],
  templateUrl: './booking-simulation.html',
  styleUrls: ['../../profile/section.css', './booking-simulation.css'],
})
export class BookingSimulation {
  private readonly api = inject(ChatAgentApi);
  private readonly locale = inject(Appearance).formatLocale;
  /** As they are stored: those are what the agent goes by. */
  readonly settings = input.required<ChatAgentSettingsDto>();

  /** Computed, so that settings which are read again without a change undo no choice. */
  private readonly first = {
    date: computed(() => toLocal(new Date(), this.settings().time_zone).date),
    resource: computed(() => this.settings().resources[0] ?? ''),
    service: computed(() => (this.settings().services.length > 0 ? '0' : '')),
  };
  protected readonly date = linkedSignal(this.first.date);
  protected readonly resource = linkedSignal(this.first.resource);
  /** Index of a service; empty: none. */
  protected readonly service = linkedSignal(this.first.service);
  protected readonly name = signal('Ada Lovelace');
  protected readonly phone = signal('');
  private readonly chosenService = computed(() => this.settings().services[Number(this.service() || NaN)]);

  protected readonly availability = query<AvailabilityDto>(() => {
    if (this.date() === '') return undefined;
    const duration_minutes = this.chosenService()?.duration_minutes ?? this.settings().slot_minutes;
    const asked = { date: this.date(), resource: this.resource(), duration_minutes };
    return { url: '/api/appointments/availability', query: asked };
  });
  protected readonly slots = computed(() => this.availability.value()?.slots ?? []);
  protected readonly slot = linkedSignal<readonly SlotDto[], SlotDto | null>({
    source: this.slots,
    computation: () => null,
  });

  /** By the clocks of the settings, whose zone may be newer than the panel's. */
  protected readonly fields = inject(Formats);
  private readonly formats = computed(() => {
    const { time_zone: timeZone } = this.settings();
    return {
      time: new Intl.DateTimeFormat(this.locale(), { timeStyle: 'short', timeZone }),
      span: new Intl.DateTimeFormat(this.locale(), { dateStyle: 'full', timeStyle: 'short', timeZone }),
    };
  });
  protected readonly booked = signal<AppointmentDto | null>(null);
  protected readonly problem = signal<Problem | null>(null);
  protected readonly isTrying = signal(false);
  /** The agent's booking is kept all the same, with the number in its notes. */
  protected readonly hasOddPhone = signal(false);
  protected readonly alternatives = computed(() => this.problem()?.answer.alternatives ?? []);
  protected readonly agentStatus = computed(() => (this.settings().auto_confirm ? 'confirmed' : 'pending'));

  constructor() {
    // An outcome belongs to what was asked; after any change it would be told of something else.
    effect(() => {
      for (const asked of [this.slot, this.name, this.phone, this.service, this.settings]) asked();
      this.booked.set(null);
      this.problem.set(null);
    });
  }

  protected timeOf(at: string): string {
    return this.formats().time.format(new Date(at));
  }

  /** `Monday, 23 November 2026, 10:00 – 10:45` */
  protected spanOf({ starts_at, ends_at }: SlotDto): string {
    return this.formats().span.formatRange(new Date(starts_at), new Date(ends_at));
  }

  protected async attempt(event: Event): Promise<void> {
    event.preventDefault();
    const slot = this.slot();
    if (slot === null || this.name().trim() === '' || this.isTrying()) return;
    this.isTrying.set(true);
    this.problem.set(null);
    try {
      this.booked.set(await this.bookAsAgent(slot));
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.booked.set(null);
      this.problem.set(error);
    } finally {
      this.isTrying.set(false);
    }
  }

  /** Numbers that are none are refused from the panel; from the agent they go into the notes. */
  private async bookAsAgent(slot: SlotDto): Promise<AppointmentDto> {
    const phone = this.phone();
    const service = this.chosenService();
    const booking = (client: BookedClientDto, notes = ''): CreateAppointmentDto => ({
      client,
      ...slot,
      ...(service === undefined ? {} : { title: service.name }),
      ...(notes === '' ? {} : { notes }),
      resource: this.resource(),
      source: 'phone',
    });
    this.hasOddPhone.set(false);
    const name = this.name();
    if (phone === '') return this.api.tryBooking(booking({ name }));
    try {
      return await this.api.tryBooking(booking({ name, phone }));
    } catch (error) {
      if (!isProblem(error, 'invalid_phone')) throw error;
      this.hasOddPhone.set(true);
      return this.api.tryBooking(booking({ name }, phone));
    }
  }
}
