import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  input,
  signal,
  untracked,
} from '@angular/core';
import { form, FormField, FormRoot, max, maxLength, min, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  DEFAULT_RESOURCE,
  LIMITS,
  type ChatAgentSettingsDto,
  type CreateAppointmentDto,
  type SlotDto,
} from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { query } from '../http/query';
import { Formats } from '../i18n/formats';
import { Toasts } from '../layout/toasts';
import { Appearance } from '../session/appearance';
import { DateTimeField } from '../ui/date-time-field';
import { Field, FormError } from '../ui/field';
import { sending } from '../ui/form-submission';
import { Icon } from '../ui/icon';
import { ConversationsApi } from './conversations-api';

interface Booking {
  title: string;
  starts_at: string | null;
  duration_minutes: number;
  resource: string;
}

const EMPTY: Booking = { title: '', starts_at: null, duration_minutes: 30, resource: DEFAULT_RESOURCE };

/** Books for the client of a conversation. Where the time is taken, free ones can be picked. */
@Component({
  selector: 'app-book-form',
  imports: [DateTimeField, Field, FormError, FormField, FormRoot, Icon, TranslocoPipe],
  templateUrl: './book-form.html',
  styles: `
    :host,
    form {
      display: flex;
      flex-direction: column;
      gap: 12px;
    }

    .two {
      display: grid;
      grid-template-columns: 96px minmax(0, 1fr);
      gap: 8px;
    }

    /* A time with its half of the day needs more room than the clock alone. */
    app-date-time-field {
      grid-template-columns: minmax(0, 1fr) minmax(118px, 0.8fr);
    }

    .free,
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }

    .free {
      padding: 12px;
      border-radius: var(--radius-control);
      background: var(--surface-2);
    }

    .free p {
      width: 100%;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class BookForm {
  readonly client_id = input.required<string>();
  readonly chat_id = input.required<string>();
  private readonly api = inject(ConversationsApi);
  private readonly toasts = inject(Toasts);
  protected readonly formats = inject(Formats);
  protected readonly time_zone = inject(Appearance).time_zone;
  private readonly settings = query<ChatAgentSettingsDto>(() =>
    this.is_open() ? '/api/settings/chat-agent' : undefined,
  );

  protected readonly is_open = signal(false);
  /** Free times near the one that is taken. */
  protected readonly alternatives = signal<readonly SlotDto[]>([]);
  protected readonly services = computed(() => this.settings.value()?.services ?? []);
  protected readonly resources = computed(() => this.settings.value()?.resources ?? [this.model().resource]);
  private readonly model = signal(EMPTY);
  protected readonly form = form(
    this.model,
    (path) => {
      maxLength(path.title, LIMITS.title.max);
      required(path.starts_at);
      required(path.duration_minutes);
      min(path.duration_minutes, LIMITS.appointment_minutes.min);
      max(path.duration_minutes, LIMITS.appointment_minutes.max);
    },
    { submission: sending((booking: Booking) => this.book(booking)) },
  );

  constructor() {
    effect(() => {
      const settings = this.settings.value();
      if (settings === null) return;
      const { resources, slot_minutes } = settings;
      const [resource = DEFAULT_RESOURCE] = resources;
      untracked(() =>
        this.model.update((before) => ({ ...before, resource, duration_minutes: slot_minutes })),
      );
    });
  }

  /** A service takes as long as the settings say. */
  protected onTitle(title: string): void {
    const service = this.services().find(({ name }) => name === title);
    if (service === undefined) return;
    this.model.update((before) => ({ ...before, duration_minutes: service.duration_minutes }));
  }

  protected pick({ starts_at }: SlotDto): void {
    this.model.update((before) => ({ ...before, starts_at }));
    this.alternatives.set([]);
  }

  protected close(): void {
    this.is_open.set(false);
    this.alternatives.set([]);
    this.model.set(EMPTY);
    this.form().reset();
  }

  private async book({ starts_at, ...booking }: Booking): Promise<void> {
    const wanted: CreateAppointmentDto = {
      ...booking,
      starts_at: starts_at ?? '',
      client_id: this.client_id(),
      chat_id: this.chat_id(),
    };
    this.alternatives.set([]);
    try {
      const { starts_at: at } = await this.api.book(wanted);
      this.close();
      this.toasts.show('conversations.booked', { params: { at: this.formats.dateTime(at) } });
    } catch (error) {
      if (isProblem(error, 'slot_taken')) this.alternatives.set(error.answer.alternatives ?? []);
      throw error;
    }
  }
}
