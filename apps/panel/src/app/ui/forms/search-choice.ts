import {
  Component,
  computed,
  effect,
  type ElementRef,
  input,
  model,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { transformedValue, type FormValueControl } from '@angular/forms/signals';
import { MatAutocomplete, MatAutocompleteTrigger, MatOption } from '@angular/material/autocomplete';
import { TranslocoPipe } from '@jsverse/transloco';
import { PluralPipe } from '../../i18n/plural';
import { folded } from '../formats/folded';

/** One of many that can be searched for. */
export interface Choice {
  value: string;
  /** Already translated. */
  label: string;
  /** Beside it, quieter. It is searched for digits, as of an offset: one that is made when it is read may be slow. */
  hint?: string;
  /** Further names, as in other languages: they are read where nothing else is found. */
  others?: () => readonly string[];
}

/** More hits would be slow to draw and are not read. */
const MOST_SHOWN = 50;

/**
 * One of many, found by typing: `<app-search-choice [choices]="zones" [label]="…" [formField]="form.zone" />`.
 * What is typed is the value at once. A text that is no choice is an error of the field.
 */
@Component({
  selector: 'app-search-choice',
  imports: [MatAutocomplete, MatAutocompleteTrigger, MatOption, PluralPipe, TranslocoPipe],
  templateUrl: './search-choice.html',
  styleUrl: './search-choice.css',
})
export class SearchChoice implements FormValueControl<string> {
  readonly value = model('');
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly disabled = input(false);
  readonly choices = input.required<readonly Choice[]>();
  /** Already translated: what is chosen here, for the list of hits. */
  readonly label = input.required<string>();
  /** Makes a choice of a text that is not in the list; null if it is none. */
  readonly accepts = input<(text: string) => Choice | null>(() => null);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  private readonly trigger = viewChild.required(MatAutocompleteTrigger);

  /** The text in the input. The value stays the typed text while it is no choice, so that nothing typed is lost. */
  protected readonly text = transformedValue<string, string>(this.value, {
    parse: (text) => {
      const choice = this.choiceOf(text);
      if (choice !== null) return { value: choice.value };
      return text.trim() === '' ? { value: '' } : { value: text, error: { kind: 'choice' } };
    },
    format: (value) => this.labelOf(value),
  });
  /** What the list is searched for; null while nothing was typed since the field was entered. */
  private readonly searched = signal<string | null>(null);
  /** The list is made when it opens: making it takes longer than the rest of the field. */
  protected readonly wasEntered = signal(false);
  private readonly searchable = computed(() =>
    this.choices().map((choice) => ({
      choice,
      names: [folded(choice.value), folded(choice.label)],
      words: folded(choice.label),
    })),
  );
  private readonly otherNames = computed(() =>
    this.choices().map((choice) => ({ choice, names: (choice.others?.() ?? []).map(folded) })),
  );
  private readonly hits = computed((): Choice[] => {
    const searched = this.searched();
    if (searched === null) return startingWith(this.choiceOfValue(this.value()), this.choices());
    const words = folded(searched).split(' ');
    const found = this.searchable()
      .filter(({ choice, words: own }) =>
        words.every((word) => own.includes(word) || (/\d/.test(word) && isIn(choice.hint, word))),
      )
      .map(({ choice }) => choice);
    return startingWith(this.choiceOf(searched), found.length > 0 ? found : this.otherwiseNamed(words));
  });
  protected readonly shown = computed(() => this.hits().slice(0, MOST_SHOWN));
  protected readonly hiddenCount = computed(() => this.hits().length - this.shown().length);

  constructor() {
    // Choices may come from the server after somebody has typed one of them.
    effect(() => {
      this.choices();
      untracked(() => {
        if (this.text.parseErrors().length > 0) this.text.set(this.text());
      });
    });
  }

  focus(): void {
    this.field().nativeElement.focus();
  }

  protected type(text: string): void {
    this.searched.set(text);
    this.text.set(text);
  }

  protected choose(value: string): void {
    this.value.set(value);
    this.searched.set(null);
  }

  /** @param next what has the focus now; null while an option is clicked */
  protected leaveFor(next: EventTarget | null, wasOpen: boolean): void {
    // Tab closes the list, but not one that is still being drawn.
    if (next !== null) this.trigger().closePanel();
    if (!wasOpen) this.leave();
  }

  /** The list closes while somebody still types a text that it does not hold. */
  protected leaveUnlessFocused(): void {
    if (document.activeElement !== this.field().nativeElement) this.leave();
  }

  /** Shows the choice in its own spelling. A text that fits one choice alone means that choice. */
  protected leave(): void {
    const [only, ...others] = this.searched()?.trim() ? this.hits() : [];
    if (only !== undefined && others.length === 0) this.value.set(only.value);
    const choice = this.choiceOfValue(this.value());
    if (choice !== null) this.text.set(choice.label);
    this.searched.set(null);
    this.touch.emit();
    this.field().nativeElement.value = this.text();
  }

  protected readonly labelOf = (value: string): string => this.choiceOfValue(value)?.label ?? value;

  private choiceOfValue(value: string): Choice | null {
    return this.choices().find((choice) => choice.value === value) ?? this.accepts()(value);
  }

  /** The choice that a text names, by its value or its label. */
  private choiceOf(text: string): Choice | null {
    const name = folded(text);
    return this.searchable().find(({ names }) => names.includes(name))?.choice ?? this.accepts()(text.trim());
  }

  /** Those that are called so, else those with the words in a name. */
  private otherwiseNamed(words: readonly string[]): Choice[] {
    const found = (isMeant: (name: string) => boolean) =>
      this.otherNames().flatMap(({ choice, names }) => (names.some(isMeant) ? [choice] : []));
    const called = found((name) => name === words.join(' '));
    return called.length > 0 ? called : found((name) => words.every((word) => name.includes(word)));
  }
}

function startingWith(first: Choice | null, choices: readonly Choice[]): Choice[] {
  return first === null ? [...choices] : [first, ...choices.filter(({ value }) => value !== first.value)];
}

function isIn(hint: string | undefined, word: string): boolean {
  return hint !== undefined && folded(hint).includes(word);
}
