import { Component, computed, input } from '@angular/core';

const HUES = ['pending', 'confirmed', 'completed', 'cancelled', 'no-show'];

/** The initials of a name, in a colour that stays with it. Beside the name, so hidden from screen readers. */
@Component({
  selector: 'app-avatar',
  template: '',
  host: {
    'aria-hidden': 'true',
    // Not as text: what a control with a name says beside it must be in its name.
    '[attr.data-initials]': 'initials()',
    '[style.width.px]': 'size()',
    '[style.height.px]': 'size()',
    '[style.font-size.px]': 'size() * 0.4',
    '[style.background]': 'background()',
    '[style.color]': 'colour()',
  },
  styles: `
    :host {
      display: inline-flex;
      flex: none;
      align-items: center;
      justify-content: center;
      border-radius: 50%;
      font-weight: 600;
      line-height: 1;
      user-select: none;
    }

    :host::before {
      content: attr(data-initials);
    }
  `,
})
export class Avatar {
  readonly name = input.required<string>();
  /** Pixels. */
  readonly size = input(24);
  protected readonly initials = computed(() => initialsOf(this.name()));
  private readonly hue = computed(() => HUES[sumOf(this.name()) % HUES.length]);
  protected readonly background = computed(() => `var(--${this.hue()}-bg)`);
  protected readonly colour = computed(() => `var(--${this.hue()}-fg)`);
}

/** The first letters of the first and the last word; an emoji or another script counts as a letter. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return (
    ends
      .map((word) => firstOf(word ?? ''))
      .join('')
      .toUpperCase() || '?'
  );
}

/** A letter with nothing joined to it; to take other texts apart, a browser loads tables for 20 milliseconds. */
const PLAIN = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Nd}](?![\p{M}\u200d])/u;

function firstOf(word: string): string {
  const [plain] = PLAIN.exec(word) ?? [];
  if (plain !== undefined) return plain;
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}

function sumOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
}
