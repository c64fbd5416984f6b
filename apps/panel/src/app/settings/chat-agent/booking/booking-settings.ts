import { Component, input } from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Field } from '../../../ui/forms/field';

/** How the agent books, and what a booking of it becomes. What can be booked has a screen of its own. */
@Component({
  selector: 'app-booking-settings',
  imports: [Field, FormField, RouterLink, TranslocoPipe],
  templateUrl: './booking-settings.html',
  styleUrls: ['../../profile/section.css', './booking-settings.css'],
})
export class BookingSettings {
  readonly form = input.required<FieldTree<ChatAgentSettingsDto>>();
  protected readonly lengths = ['slot_minutes', 'notice_minutes', 'buffer_minutes'] as const;
}
