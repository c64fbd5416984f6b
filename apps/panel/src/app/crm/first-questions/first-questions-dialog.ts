import { DialogRef } from '@angular/cdk/dialog';
import { NgComponentOutlet } from '@angular/common';
import { afterNextRender, Component, ElementRef, inject, Injector, signal, type Type } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { FirstStep } from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { STEP_FORMS } from '../../layout/step-forms';
import { Me } from '../../session/me';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { FirstQuestionsApi } from './first-questions-api';

/** The questions one after the other, each with the form of its first step. */
@Component({
  selector: 'app-first-questions-dialog',
  imports: [DialogFrame, NgComponentOutlet, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'crm.questions.title' | transloco">
      <div class="stack">
        <p>{{ 'crm.questions.lead' | transloco }}</p>
        @if (asked(); as question) {
          <ng-container *ngComponentOutlet="question.component; inputs: question.inputs" />
        }
      </div>
      <ng-container actions>
        <button type="button" class="button" (click)="dialog.close()">
          {{ 'crm.questions.later' | transloco }}
        </button>
      </ng-container>
    </app-dialog-frame>
  `,
})
export class FirstQuestionsDialog {
  protected readonly dialog = inject<DialogRef>(DialogRef);
  private readonly api = inject(FirstQuestionsApi);
  private readonly business = inject(Business);
  private readonly me = inject(Me);
  private readonly forms = inject(STEP_FORMS);
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly asked = signal<{ component: Type<unknown>; inputs: Record<string, unknown> } | null>(
    null,
  );

  constructor() {
    void this.askNext();
  }

  private async askNext(): Promise<void> {
    const settings = this.business.settings();
    const step =
      settings?.phone_region === null ? 'country' : settings?.time_zone_chosen === false ? 'zone' : null;
    if (step === null) {
      this.dialog.close();
      return;
    }
    const component = await this.forms[step]();
    const done = (isStored: boolean) => void this.done(step, isStored);
    this.asked.set({ component, inputs: { step, done } });
    // The dialog opened without it, and the answer before took the focus along. What is proposed is most often right: the list of the
    // field would open over it.
    const focus = () => {
      const field = this.host.querySelector('input');
      (field?.value ? this.host.querySelector<HTMLElement>('[type=submit]') : field)?.focus();
    };
    afterNextRender(focus, { injector: this.injector });
  }

  private async done(step: FirstStep, isStored: boolean): Promise<void> {
    if (!isStored) return;
    // The zone that is there is kept.
    if (step === 'zone' && this.business.settings()?.time_zone_chosen === false) await this.api.keepZone();
    if (step === 'zone') await this.adoptZone();
    await this.askNext();
  }

  /** Nobody has asked the first user for a zone of their own: it is that of the browser. */
  private async adoptZone(): Promise<void> {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (this.me.user()?.time_zone === 'UTC' && timeZone !== 'UTC')
      await this.me.change({ time_zone: timeZone });
  }
}
