import { afterRenderEffect, Component, computed, ElementRef, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';

/** What a field needs to know of a field of a signal form. */
export interface FieldState {
  touched(): boolean;
  invalid(): boolean;
  errors(): readonly { kind: string; message?: string }[];
}

let fields = 0;

/**
 * A control with its label above, help below and errors inline:
 * `<app-field [label]="…" [of]="form.name"><input class="input" [formField]="form.name" /></app-field>`.
 */
@Component({
  selector: 'app-field',
  imports: [TranslocoPipe],
  template: `
    <label [attr.for]="id">
      {{ label() }}
      @if (optional()) {
        <span class="optional">{{ 'field.optional' | transloco }}</span>
      }
    </label>
    <ng-content />
    @if (help()) {
      <p class="caption" [id]="id + '-help'">{{ help() }}</p>
    }
    <div aria-live="polite" [id]="id + '-error'">
      @for (error of errors(); track $index) {
        <p class="field-error">{{ error.message ?? ('field.' + error.kind | transloco: paramsOf(error)) }}</p>
      }
    </div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 4px;
    }

    label {
      font: 500 13px/20px var(--font);
    }

    .optional {
      color: var(--text-3);
      font-weight: 400;
    }

    div:empty {
      display: none;
    }
  `,
})
export class Field {
  /** Already translated. */
  readonly label = input.required<string>();
  readonly help = input('');
  readonly optional = input(false);
  /** The field of a signal form; without it, `error` says what is wrong. */
  readonly of = input<() => FieldState>();
  readonly error = input('');

  protected readonly id = `field-${++fields}`;
  protected readonly errors = computed(() => {
    if (this.error() !== '') return [{ kind: 'own', message: this.error() }];
    const state = this.of()?.();
    return state?.touched() ? state.errors() : [];
  });

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    afterRenderEffect(() => {
      const control = host.querySelector('input, select, textarea, [role=combobox], [role=listbox]');
      if (control === null) return;
      const isInvalid = this.errors().length > 0;
      const describedBy = [this.help() === '' ? '' : `${this.id}-help`, isInvalid ? `${this.id}-error` : ''];
      control.id = this.id;
      control.setAttribute('aria-describedby', describedBy.join(' ').trim());
      if (describedBy.join('') === '') control.removeAttribute('aria-describedby');
      if (isInvalid) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
    });
  }

  /** The limits that an error speaks of. */
  protected paramsOf(error: object): Record<string, unknown> {
    const { minLength, maxLength, min, max } = error as Record<string, unknown>;
    return { min: minLength ?? min, max: maxLength ?? max };
  }
}

/** What is wrong with a form as a whole. */
@Component({
  selector: 'app-form-error',
  template: `
    <div role="alert">
      @for (error of errors(); track $index) {
        <p class="notice notice-danger">{{ error.message }}</p>
      }
    </div>
  `,
  styles: `
    :host {
      display: block;
    }

    :host:not(:has(p)) {
      margin-top: -16px;
    }
  `,
})
export class FormError {
  readonly of = input.required<() => FieldState>();
  protected readonly errors = computed(() =>
    this.of()()
      .errors()
      .filter(({ message }) => message !== undefined),
  );
}
