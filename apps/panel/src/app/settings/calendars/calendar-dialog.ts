import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type BusyCalendarDto } from '@groupless/shared-dto';
import { SettingsApi } from '../settings-api';
import { namesWith } from '../../crm/resource-names';
import { Business } from '../../data/business';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';

interface Draft {
  name: string;
  /** Empty: all. */
  resource: string;
  url: string;
  show_titles: boolean;
}

/** Adds a busy calendar, or changes the one in `data`. */
@Component({
  selector: 'app-calendar-dialog',
  imports: [Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="
        (calendar === null ? 'calendars.make' : 'calendars.edit') | transloco: { name: calendar?.name ?? '' }
      "
      [submit]="'calendars.save' | transloco"
    >
      <app-field [label]="'calendars.name' | transloco" [of]="form.name">
        <input class="input" autocomplete="off" [formField]="form.name" />
      </app-field>
      <app-field [label]="'calendars.resource' | transloco" [of]="form.resource">
        <select class="input" [formField]="form.resource">
          <option value="">{{ 'calendars.all' | transloco }}</option>
          @for (resource of resources(); track resource) {
            <option [value]="resource">{{ resource }}</option>
          }
        </select>
      </app-field>
      <app-field
        [label]="'calendars.url' | transloco"
        [help]="(calendar === null ? 'calendars.url_help' : 'calendars.url_kept') | transloco"
        [optional]="calendar !== null"
        [of]="form.url"
      >
        <input class="input" type="url" autocomplete="off" [formField]="form.url" />
      </app-field>
      <label class="check">
        <input type="checkbox" [formField]="form.show_titles" />
        {{ 'calendars.show_titles' | transloco }}
      </label>
    </app-form-dialog>
  `,
  styles: `
    .check {
      display: flex;
      align-items: center;
      gap: 8px;
    }
  `,
})
export class CalendarDialog {
  private readonly api = inject(SettingsApi);
  protected readonly calendar = inject<BusyCalendarDto | null>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  private readonly settings = inject(Business).settings;
  protected readonly resources = computed(() => {
    const [known, own] = [this.settings()?.resources ?? [], this.calendar?.resource ?? null];
    return own === null ? known : namesWith(known, own);
  });
  private readonly model = signal<Draft>({
    name: this.calendar?.name ?? '',
    resource: this.calendar?.resource ?? '',
    url: '',
    show_titles: this.calendar?.show_titles ?? false,
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.word.max);
      if (this.calendar === null) required(path.url);
      maxLength(path.url, LIMITS.hook_url.max);
    },
    { submission: sending((draft: Draft) => this.save(draft)) },
  );

  private async save({ name, resource, url, show_titles }: Draft): Promise<void> {
    const wanted = { name, resource: resource === '' ? null : resource, show_titles };
    if (this.calendar === null) await this.api.addCalendar({ ...wanted, url });
    else await this.api.changeCalendar(this.calendar.id, { ...wanted, ...(url !== '' && { url }) });
    this.dialog.close(true);
  }
}
