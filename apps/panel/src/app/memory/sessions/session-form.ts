import { afterNextRender, Component, computed, inject, input, linkedSignal, output } from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { form, FormField, FormRoot, maxLength, pattern, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type PatchSessionDto, type SessionDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { MemoryApi } from '../memory-api';
import { changesOf, sameFields } from '../../ui/forms/changes-of';
import { rowName } from '../history/row-name';
import { SESSION_PARTS } from './session-parts';

type SessionModel = Required<{ [Name in keyof PatchSessionDto]: string }>;

/** Corrects what an assistant stored of a session. */
@Component({
  selector: 'app-session-form',
  imports: [Field, FormError, FormField, FormRoot, SaveButtons, TranslocoPipe],
  templateUrl: './session-form.html',
  styleUrl: '../record/record-drawer.css',
})
export class SessionForm {
  readonly session = input.required<SessionDto>();
  private readonly whenSaved = new Subject<SessionDto>();
  readonly saved = outputFromObservable(this.whenSaved);
  readonly cancelled = output();

  private readonly api = inject(MemoryApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  protected readonly parts = SESSION_PARTS;
  private readonly stored = computed<SessionModel>(
    () => {
      const { summary, decisions_made, tasks_completed, tasks_created, projects_touched, mood } =
        this.session();
      return { summary, decisions_made, tasks_completed, tasks_created, projects_touched, mood: mood ?? '' };
    },
    { equal: sameFields },
  );
  private readonly model = linkedSignal<SessionModel>(() => this.stored());
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.summary);
      maxLength(path.summary, LIMITS.summary.max);
      for (const part of SESSION_PARTS) maxLength(path[part], LIMITS.session_list.max);
      pattern(path.mood, /^\S*$/);
      maxLength(path.mood, LIMITS.mood.max);
    },
    {
      submission: sending(
        () => this.save(),
        () => this.isChanged(),
      ),
    },
  );
  readonly isChanged = computed(() => !sameFields(this.model(), this.stored()));

  constructor() {
    afterNextRender(() => this.form.summary().focusBoundControl());
  }

  protected async cancel(): Promise<void> {
    if (!this.isChanged() || (await this.confirm.askToLeave())) this.cancelled.emit();
  }

  private async save(): Promise<void> {
    const { mood, ...changes } = changesOf(this.model(), this.stored());
    const patch = mood === undefined ? changes : { ...changes, mood: mood || null };
    const stored = await this.api.patchSession(this.session().id, patch);
    this.whenSaved.next(stored);
    this.toasts.show('memory.saved', { params: { name: rowName(stored) } });
  }
}
