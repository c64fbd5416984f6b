import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Field } from '../../ui/forms/field';
import { Icon } from '../../ui/icon';
import { errorsOf } from './errors-of';
import { ServicesField } from './services-field';

/** What can be booked, how long it takes, and what a booking of the agent becomes. */
@Component({
  selector: 'app-booking-settings',
  imports: [Field, FormField, Icon, ServicesField, TranslocoPipe],
  templateUrl: './booking-settings.html',
  styleUrls: ['../profile/section.css', './booking-settings.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class BookingSettings {
  readonly form = input.required<FieldTree<ChatAgentSettingsDto>>();
  readonly disabled = input(false);
  protected readonly limits = LIMITS;
  protected readonly lengths = ['slot_minutes', 'notice_minutes', 'buffer_minutes'] as const;
  protected readonly resources = computed(() => this.form().resources().value());

  protected addResource(): void {
    this.form()
      .resources()
      .value.update((before) => [...before, '']);
    this.form().resources().markAsDirty();
  }

  protected removeResource(index: number): void {
    this.form()
      .resources()
      .value.update((before) => before.filter((_, one) => one !== index));
    this.form().resources().markAsDirty();
  }

  protected readonly errorsOf = errorsOf;
}
