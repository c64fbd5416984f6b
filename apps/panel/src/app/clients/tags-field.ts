import { Component, computed, type ElementRef, inject, input, model, signal, viewChild } from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { Icon } from '../ui/icon';
import { KnownTags } from './known-tags';

let lists = 0;

/** Tags: Enter or a comma adds what is typed, Backspace takes the last one away. */
@Component({
  selector: 'app-tags-field',
  imports: [Icon, TranslocoPipe],
  template: `
    <div class="box">
      @for (tag of value(); track tag) {
        <span class="tag">
          <bdi class="nowrap">{{ tag }}</bdi>
          <button
            type="button"
            [attr.aria-label]="'clients.remove_tag' | transloco: { tag }"
            [attr.title]="'clients.remove_tag' | transloco: { tag }"
            (click)="remove(tag)"
          >
            <svg appIcon="x" size="12"></svg>
          </button>
        </span>
      }
      <input
        #field
        autocomplete="off"
        dir="auto"
        [attr.list]="listId"
        [attr.aria-label]="label() || null"
        [placeholder]="value().length === 0 ? ('clients.add_tag' | transloco) : ''"
        [disabled]="disabled()"
        [value]="typed()"
        (input)="type($any($event.target).value, $event)"
        (keydown)="onKey($event)"
        (blur)="add()"
      />
      <datalist [id]="listId">
        @for (tag of offered(); track tag) {
          <option [value]="tag"></option>
        }
      </datalist>
    </div>
  `,
  styles: `
    .box {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      min-height: var(--control);
      padding: 3px 4px;
      border: 1px solid var(--border-strong);
      border-radius: var(--radius-control);
      background: var(--surface);
    }

    .box:focus-within {
      border-color: var(--focus);
      outline: 2px solid var(--focus);
    }

    .tag {
      display: inline-flex;
      align-items: center;
      max-width: 100%;
      padding-inline-start: 8px;
      border-radius: 4px;
      background: var(--surface-3);
    }

    .tag button {
      display: inline-flex;
      padding: 6px;
      border: 0;
      border-radius: 4px;
      background: none;
      color: var(--text-2);
      cursor: pointer;
    }

    .tag button:hover {
      color: var(--text);
    }

    input {
      flex: 1;
      min-width: 96px;
      padding: 0 6px;
      border: 0;
      outline: 0;
      background: none;
      color: var(--text);
      font: var(--text-form);
    }

    input::placeholder {
      color: var(--text-3);
      opacity: 1;
    }

    @media (pointer: coarse) {
      input {
        font-size: 16px;
      }
    }
  `,
})
export class TagsField implements FormValueControl<string[]> {
  readonly value = model<string[]>([]);
  readonly disabled = input(false);
  /** For where no label stands above; already translated. */
  readonly label = input('');
  private readonly known = inject(KnownTags);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  protected readonly typed = signal('');
  protected readonly offered = computed(() => this.known.all().filter((tag) => !this.value().includes(tag)));
  protected readonly listId = `known-tags-${++lists}`;

  focus(): void {
    this.field().nativeElement.focus();
  }

  protected type(text: string, event: Event): void {
    this.typed.set(text);
    // A comma ends a tag, as does the choice of an offered one. A letter may be followed by others.
    if (text.endsWith(',') || (isChoice(event) && this.offered().includes(text))) this.add();
  }

  protected onKey(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Enter' && this.typed().trim() !== '') {
      event.preventDefault();
      this.add();
    } else if (event.key === 'Backspace' && this.typed() === '' && !event.repeat) {
      this.value.update((tags) => tags.slice(0, -1));
    }
  }

  protected add(): void {
    const tags = this.typed()
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    const all = [...new Set([...this.value(), ...tags])];
    // What there is no room for, or what is too long for a tag, stays in the field.
    const fitting = all.filter((tag) => tag.length <= LIMITS.tag.max).slice(0, LIMITS.tags);
    const left = tags.filter((tag) => !fitting.includes(tag)).join(', ');
    this.typed.set(left);
    // At once, not with the next rendering: the next letter may already be on its way.
    this.field().nativeElement.value = left;
    if (fitting.length > this.value().length) this.value.set(fitting);
  }

  protected remove(tag: string): void {
    this.value.update((tags) => tags.filter((one) => one !== tag));
  }
}

/** Browsers tell the choice from a `datalist` as a replacement, or without saying what it is. */
function isChoice(event: Event): boolean {
  return !(event instanceof InputEvent) || ['', 'insertReplacementText'].includes(event.inputType);
}
