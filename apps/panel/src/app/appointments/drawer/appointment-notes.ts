import {
  afterNextRender,
  Component,
  computed,
  type ElementRef,
  inject,
  Injector,
  input,
  linkedSignal,
  signal,
  viewChild,
} from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type AppointmentDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { sendOver } from '../../http/send-over';
import { Toasts } from '../../ui/toasts/toasts';
import { holdsUnsaved } from '../../session/unsaved';
import { Field } from '../../ui/forms/field';
import { AT_FIRST, LongText } from '../../ui/long-text';
import { AppointmentsApi } from '../../crm/appointments-api';

interface Draft {
  text: string;
  begun: string;
  etag: string | null;
}

/** The notes of an appointment, or those of the team. They never overwrite what somebody else wrote meanwhile. */
@Component({
  selector: 'app-appointment-notes',
  imports: [Field, LongText, TranslocoPipe],
  template: `
    @if (isOnlyRead()) {
      <h3>{{ 'crm.' + field() | transloco }}</h3>
      <p class="text"><app-long-text [text]="stored() || '–'" /></p>
      @if (canEdit()) {
        <button type="button" class="button edit" (click)="edit()">
          {{ 'appointments.notes_edit' | transloco }}
        </button>
      }
    } @else {
      <form (submit)="save($event)">
        <app-field [label]="'crm.' + field() | transloco" [help]="'crm.' + field() + '_help' | transloco">
          <textarea
            #writing
            class="input"
            rows="3"
            [attr.maxlength]="limit"
            [value]="typed()"
            (input)="type($any($event.target).value)"
          ></textarea>
        </app-field>
        <div role="alert">
          @if (wasOvertaken()) {
            <p class="notice notice-danger">{{ 'appointments.notes_overtaken' | transloco }}</p>
            <p class="text theirs"><app-long-text [text]="stored() || '–'" /></p>
          }
        </div>
        @if (hasUnsavedChanges()) {
          <div class="buttons">
            <button type="submit" class="button" [disabled]="isBusy()">
              {{ (wasOvertaken() ? 'appointments.notes_replace' : 'appointments.notes_save') | transloco }}
            </button>
            <button type="button" class="button button-quiet" (click)="reset()">
              {{ 'appointments.notes_discard' | transloco }}
            </button>
          </div>
        }
      </form>
    }
  `,
  styles: `
    h3 {
      margin-bottom: 4px;
    }

    .text {
      white-space: pre-line;
    }

    .theirs {
      margin-top: 8px;
      padding-left: 12px;
      border-left: 2px solid var(--border);
      color: var(--text-2);
    }

    .buttons {
      display: flex;
      gap: 8px;
      margin-top: 8px;
    }

    .notice,
    .edit {
      margin-top: 8px;
    }
  `,
})
export class AppointmentNotes {
  readonly appointment = input.required<AppointmentDto>();
  readonly field = input<'notes' | 'team_notes'>('notes');
  /** The version that is shown. */
  readonly etag = input.required<string | null>();
  readonly canEdit = input.required<boolean>();
  /** There is a newer version to read. */
  private readonly whenChanged = new Subject<void>();
  readonly changed = outputFromObservable(this.whenChanged);
  private readonly api = inject(AppointmentsApi);
  private readonly toasts = inject(Toasts);
  private readonly injector = inject(Injector);
  private readonly textarea = viewChild<ElementRef<HTMLElement>>('writing');
  protected readonly stored = computed(() => this.appointment()[this.field()] ?? '');
  protected readonly limit = LIMITS.description.max;
  protected readonly isBusy = signal(false);
  /** Somebody else wrote other notes since the typing began. */
  protected readonly wasOvertaken = signal(false);
  /** A computed value, since a function would count as changed whenever what it reads is. */
  private readonly id = computed(() => this.appointment().id);
  /** What is typed, and what it began with; another appointment has a draft of its own. */
  private readonly draft = linkedSignal<{ id: string; etag: string | null }, Draft | null>({
    source: () => ({ id: this.id(), etag: this.etag() }),
    computation: ({ id }, before) => {
      const draft = before?.source.id === id ? before.value : null;
      return draft !== null && draft.text !== draft.begun ? draft : null;
    },
  });
  protected readonly typed = computed(() => this.draft()?.text ?? this.stored());
  /** Very long notes are in a field only on request: a browser takes long to lay out all of some. */
  private readonly isOpened = linkedSignal({ source: this.id, computation: () => false });
  protected readonly isOnlyRead = computed(
    () => !this.canEdit() || (!this.isOpened() && this.stored().length > AT_FIRST),
  );

  constructor() {
    holdsUnsaved(() => this.hasUnsavedChanges());
  }

  hasUnsavedChanges(): boolean {
    const draft = this.draft();
    return draft !== null && draft.text !== draft.begun;
  }

  protected edit(): void {
    this.isOpened.set(true);
    afterNextRender(() => this.textarea()?.nativeElement.focus(), { injector: this.injector });
  }

  protected type(text: string): void {
    this.isOpened.set(true);
    const { begun, etag } = this.draft() ?? { begun: this.stored(), etag: this.etag() };
    this.draft.set({ text, begun, etag });
  }

  protected reset(): void {
    this.draft.set(null);
    this.wasOvertaken.set(false);
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const draft = this.draft();
    if (draft === null) return;
    this.isBusy.set(true);
    try {
      await this.write(draft);
    } catch (error) {
      this.toasts.failed('appointments.not_changed', error);
    } finally {
      this.isBusy.set(false);
    }
  }

  /** Another change of the appointment is no reason to stop; other notes are. */
  private async write({ text, begun, etag }: Draft): Promise<void> {
    const id = this.id();
    const field = this.field();
    const { stored, theirs } = await sendOver(
      { row: this.appointment(), etag },
      {
        send: (base) => this.api.saveNotes(id, { [field]: text }, base.etag),
        read: () => this.api.read(id),
        isFree: (row) => (row[field] ?? '') === begun,
      },
    );
    // What was typed meanwhile stays, and is a change of what is stored now.
    const now = this.id() === id ? this.draft() : null;
    if (now !== null) {
      const before = theirs === undefined ? text : (theirs.row[field] ?? '');
      this.draft.set({ text: now.text, begun: before, etag: (theirs ?? stored).etag });
      this.wasOvertaken.set(theirs !== undefined);
    }
    if (theirs === undefined) this.toasts.show('appointments.notes_saved');
    this.whenChanged.next();
  }
}
