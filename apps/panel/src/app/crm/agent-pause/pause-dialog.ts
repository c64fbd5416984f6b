import { DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { toInstantOrNext, toLocal } from '../../i18n/zoned-time';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { DateTimeField } from '../../ui/forms/date-time-field';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { addDays } from '../dates';
import { AgentPause } from './agent-pause';

/** Until somebody ends it, for an hour, for the rest of the day, or until a time. */
const LASTS = ['open', 'hour', 'day', 'time'] as const;
type Lasts = (typeof LASTS)[number];

const HOUR_MS = 3_600_000;

interface Draft {
  reason: string;
  lasts: Lasts;
  until: string | null;
}

/** Asks how long the agent is paused, and why. */
@Component({
  selector: 'app-pause-dialog',
  imports: [DateTimeField, Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'crm.pause.title' | transloco"
      [submit]="'crm.pause.do_pause' | transloco"
    >
      <p>{{ 'crm.pause.lead' | transloco }}</p>
      <app-field
        [label]="'crm.pause.reason' | transloco"
        [help]="'crm.pause.reason_help' | transloco"
        [of]="form.reason"
      >
        <input class="input" autocomplete="off" [formField]="form.reason" />
      </app-field>
      <app-field [label]="'crm.pause.lasts' | transloco" [of]="form.lasts">
        <select class="input" [formField]="form.lasts">
          @for (lasts of choices; track lasts) {
            <option [value]="lasts">{{ 'crm.pause.lasts_of.' + lasts | transloco }}</option>
          }
        </select>
      </app-field>
      @if (form.lasts().value() === 'time') {
        <app-field [label]="'crm.pause.until_label' | transloco" [help]="zone()" [of]="form.until">
          <app-date-time-field [time_zone]="zone()" [formField]="form.until" />
        </app-field>
      }
    </app-form-dialog>
  `,
})
export class PauseDialog {
  private readonly pause = inject(AgentPause);
  private readonly toasts = inject(Toasts);
  private readonly dialog = inject<DialogRef<true>>(DialogRef);
  protected readonly zone = inject(Appearance).businessZone;
  protected readonly choices = LASTS;
  private readonly model = signal<Draft>({ reason: '', lasts: 'open', until: null });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.reason);
      maxLength(path.reason, LIMITS.pause_reason.max);
      required(path.until, { when: ({ valueOf }) => valueOf(path.lasts) === 'time' });
    },
    { submission: sending((draft: Draft) => this.send(draft)) },
  );

  private async send({ reason, lasts, until }: Draft): Promise<void> {
    const end = this.endOf(lasts, until);
    await this.pause.pause({ reason, ...(end === null ? {} : { until: end }) });
    this.toasts.show('crm.pause.paused');
    this.dialog.close(true);
  }

  private endOf(lasts: Lasts, until: string | null): string | null {
    const now = new Date();
    if (lasts === 'hour') return new Date(now.getTime() + HOUR_MS).toISOString();
    if (lasts === 'time') return until;
    if (lasts === 'open') return null;
    const tomorrow = addDays(toLocal(now, this.zone()).date, 1);
    return toInstantOrNext({ date: tomorrow, time: '00:00' }, this.zone());
  }
}
