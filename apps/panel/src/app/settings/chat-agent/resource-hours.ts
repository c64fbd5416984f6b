import { ChangeDetectionStrategy, Component, computed, input, linkedSignal } from '@angular/core';
import type { FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ChatAgentSettingsDto, WorkingHoursDto } from '@groupless/shared-dto';
import { distinctNames } from '../../crm/resource-names';
import { Field } from '../../ui/forms/field';
import { WorkingHours } from './working-hours';
import { isOf, withHoursOf } from './working-week';

/** Hours of single resources. One without hours of its own has those of the business. */
@Component({
  selector: 'app-resource-hours',
  imports: [Field, TranslocoPipe, WorkingHours],
  template: `
    @if (names().length > 1) {
      <app-field
        [label]="'chat-agent.hours_of_resource' | transloco"
        [help]="'chat-agent.hours_of_resource_help' | transloco"
      >
        <select class="input" [value]="chosen()" (change)="chosen.set($any($event.target).value)">
          @for (name of names(); track name) {
            <option [value]="name" [selected]="name === chosen()">
              {{ hasOwn(name) ? ('chat-agent.hours_own' | transloco: { name }) : name }}
            </option>
          }
        </select>
      </app-field>
      @if (hasOwn(chosen())) {
        <div role="group" [attr.aria-label]="chosen()">
          <app-working-hours [hours]="form().working_hours" [resource]="chosen()" [disabled]="disabled()" />
        </div>
        @if (!disabled()) {
          <button type="button" class="button" (click)="takeGeneral()">
            {{ 'chat-agent.hours_take_general' | transloco }}
          </button>
        }
      } @else {
        <p class="caption" role="status">
          {{ 'chat-agent.hours_same' | transloco: { name: chosen() } }}
        </p>
        @if (!disabled()) {
          <button type="button" class="button" (click)="setOwn()">
            {{ 'chat-agent.hours_set_own' | transloco: { name: chosen() } }}
          </button>
        }
      }
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 12px;
    }

    :host > * {
      max-width: 100%;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ResourceHours {
  readonly form = input.required<FieldTree<ChatAgentSettingsDto>>();
  readonly disabled = input(false);
  private readonly week = computed(() => this.form().working_hours().value());
  /** The names that the settings have now, and those that have hours still. */
  protected readonly names = computed(() => {
    const stored = this.week().map(({ resource }) => resource ?? '');
    return distinctNames([...this.form().resources().value(), ...stored]).filter((name) => name !== '');
  });
  protected readonly chosen = linkedSignal<readonly string[], string>({
    source: this.names,
    computation: (names, before) =>
      names.find((name) => name === before?.value) ??
      names.find((name) => this.hasOwn(name)) ??
      names[0] ??
      '',
  });

  protected hasOwn(name: string): boolean {
    return this.week().some((hours) => isOf(hours, name));
  }

  /** Begins with the hours of the business, or with one day where it has none. */
  protected setOwn(): void {
    const general = this.week().filter(({ resource }) => resource === undefined);
    const first = { day: 1, opens: '09:00', closes: '18:00' };
    this.change(() => (general.length > 0 ? general : [first]));
  }

  protected takeGeneral(): void {
    this.change(() => []);
  }

  private change(next: () => readonly WorkingHoursDto[]): void {
    const field = this.form().working_hours();
    field.value.update((week) => withHoursOf(week, this.chosen(), next));
    field.markAsDirty();
  }
}
