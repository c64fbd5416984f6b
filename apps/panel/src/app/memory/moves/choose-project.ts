import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { form, FormField, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { PluralPipe } from '../../i18n/plural';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ProjectNames } from '../tasks/project-names';
import type { NamedProject } from './row-moves';

/** Which project gets the chosen rows. Its data are how many there are. */
@Component({
  selector: 'app-choose-project',
  imports: [Field, FormDialog, FormField, PluralPipe, TranslocoPipe],
  providers: [ProjectNames],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'memory.move.title' | plural: count"
      [submit]="'memory.move.action' | transloco"
    >
      <p class="muted">{{ 'memory.move.text' | transloco }}</p>
      <app-field [label]="'memory.move.project' | transloco" [of]="form.project">
        <select class="input" [formField]="form.project">
          <option value="">{{ 'memory.move.choose_project' | transloco }}</option>
          @for (one of choices(); track one.id) {
            <option [value]="one.id">{{ one.name }}</option>
          }
        </select>
      </app-field>
    </app-form-dialog>
  `,
})
export class ChooseProject {
  private readonly dialog = inject<DialogRef<NamedProject>>(DialogRef);
  private readonly projects = inject(ProjectNames);
  protected readonly count = inject<number>(DIALOG_DATA);
  protected readonly choices = this.projects.all;
  protected readonly form = form(signal({ project: '' }), (path) => required(path.project), {
    submission: sending(({ project }: { project: string }) => {
      const chosen = this.projects.all().find(({ id }) => String(id) === project);
      if (chosen !== undefined) this.dialog.close({ id: chosen.id, name: chosen.name });
      return Promise.resolve();
    }),
  });
}
