import { Component, computed, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { errorsOf } from './errors-of';

/** What can be booked, by name, and how long each takes. */
@Component({
  selector: 'app-services-field',
  imports: [FormField, Icon, IconButton, TranslocoPipe],
  templateUrl: './services-field.html',
  styleUrl: '../booking/booking-settings.css',
})
export class ServicesField {
  readonly form = input.required<FieldTree<ChatAgentSettingsDto>>();
  readonly disabled = input(false);
  protected readonly limits = LIMITS;
  protected readonly services = computed(() => this.form().services().value());
  protected readonly errorsOf = errorsOf;

  protected addService(): void {
    const duration_minutes = this.form().slot_minutes().value();
    this.form()
      .services()
      .value.update((before) => [...before, { name: '', duration_minutes }]);
    this.form().services().markAsDirty();
  }

  protected removeService(index: number): void {
    this.form()
      .services()
      .value.update((before) => before.filter((_, one) => one !== index));
    this.form().services().markAsDirty();
  }
}
