import {
  ChangeDetectionStrategy,
  Component,
  computed,
  type ElementRef,
  input,
  model,
  signal,
  viewChild,
} from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { MatAutocomplete, MatAutocompleteTrigger, MatOption } from '@angular/material/autocomplete';
import { PluralPipe } from '../i18n/plural';

/** One of many that can be searched for. */
export interface Choice {
  value: string;
  /** Already translated. */
  label: string;
  /** Beside it, quieter. It is searched too. */
  hint?: string;
}

/** More at once are neither read nor quick. */
const MOST_SHOWN = 50;

/** One of many, found by typing: `<app-search-choice [choices]="zones" [label]="…" [formField]="form.zone" />`. */
@Component({
  selector: 'app-search-choice',
  imports: [MatAutocomplete, MatAutocompleteTrigger, MatOption, PluralPipe],
  templateUrl: './search-choice.html',
  styleUrl: './search-choice.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SearchChoice implements FormValueControl<string> {
  readonly value = model('');
  readonly touched = model(false);
  readonly disabled = input(false);
  readonly choices = input.required<readonly Choice[]>();
  /** Already translated: what is chosen here, for the list of hits. */
  readonly label = input.required<string>();
  /** Makes a choice of a text that is not in the list; null if it is none. */
  readonly accepts = input<(text: string) => Choice | null>(() => null);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');

  /** What is being typed; null while nothing is. */
  protected readonly typed = signal<string | null>(null);
  /** Before, nobody sees the list, and making it takes longer than the rest of the field. */
  protected readonly was_entered = signal(false);
  private readonly searchable = computed(() =>
    this.choices().map((choice) => ({ choice, words: plain(`${choice.label} ${choice.hint ?? ''}`) })),
  );
  private readonly chosen = computed(() => {
    const value = this.value();
    return this.choices().find((choice) => choice.value === value) ?? this.accepts()(value);
  });
  protected readonly chosen_label = computed(() => this.chosen()?.label ?? this.value());
  private readonly hits = computed((): Choice[] => {
    const typed = this.typed();
    const chosen = this.chosen();
    if (typed === null) {
      const others = this.choices().filter(({ value }) => value !== chosen?.value);
      return chosen === null ? others : [chosen, ...others];
    }
    const words = plain(typed).split(' ');
    const found = this.searchable()
      .filter((one) => words.every((word) => one.words.includes(word)))
      .map(({ choice }) => choice);
    const own = this.accepts()(typed.trim());
    return own === null || found.some(({ value }) => value === own.value) ? found : [own, ...found];
  });
  protected readonly shown = computed(() => this.hits().slice(0, MOST_SHOWN));
  protected readonly hidden_count = computed(() => this.hits().length - this.shown().length);

  focus(): void {
    this.field().nativeElement.focus();
  }

  protected choose(value: string): void {
    this.value.set(value);
    this.typed.set(null);
  }

  /** What was typed and not chosen counts for nothing: the field shows what is chosen again. */
  protected leave(): void {
    this.typed.set(null);
    this.touched.set(true);
    this.field().nativeElement.value = this.chosen_label();
  }

  protected readonly labelOf = (value: string): string =>
    this.choices().find((choice) => choice.value === value)?.label ?? this.accepts()(value)?.label ?? value;
}

/** For comparing: small letters without accents, words apart. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_/,]+/g, ' ')
    .trim()
    .toLocaleLowerCase();
}
