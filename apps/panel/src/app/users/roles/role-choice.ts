import { Component, ElementRef, inject, input, model } from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { ROLES, type Role } from '@groupless/shared-dto';

let choices = 0;

/** The roles, each with what it may do. */
@Component({
  selector: 'app-role-choice',
  imports: [TranslocoPipe],
  template: `
    <fieldset>
      <legend>{{ 'users.columns.role' | transloco }}</legend>
      @for (role of roles; track role) {
        <label [class.chosen]="role === value()">
          <input
            type="radio"
            [name]="group"
            [value]="role"
            [checked]="role === value()"
            (change)="value.set(role)"
          />
          <span>
            <strong>{{ 'roles.' + role | transloco }}</strong>
            @if (role === present()) {
              <span class="caption">{{ 'users.role.present' | transloco }}</span>
            }
            <span class="may">{{ 'users.role.may.' + role | transloco }}</span>
          </span>
        </label>
      }
    </fieldset>
  `,
  styles: `
    fieldset {
      display: flex;
      flex-direction: column;
      gap: 8px;
    }

    label {
      display: flex;
      gap: 10px;
      padding: 10px 12px;
      border: 1px solid var(--border);
      border-radius: var(--radius-control);
      cursor: pointer;
    }

    .chosen {
      border-color: var(--accent);
      background: var(--accent-soft);
    }

    input {
      flex: none;
      margin-top: 2px;
    }

    strong {
      margin-right: 6px;
      font-weight: 500;
    }

    .chosen .caption,
    .may {
      color: var(--text-2);
    }

    .may {
      display: block;
    }
  `,
})
export class RoleChoice implements FormValueControl<Role> {
  readonly value = model.required<Role>();
  /** The one that the user has now. */
  readonly present = input<Role>();
  protected readonly roles = ROLES;
  protected readonly group = `role-${++choices}`;
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  focus(): void {
    this.host.querySelector<HTMLElement>('input:checked')?.focus();
  }
}
