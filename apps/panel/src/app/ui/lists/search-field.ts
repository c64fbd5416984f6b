import {
  Component,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Shortcuts } from '../keys/shortcuts';
import { Icon } from '../icon';
import { IconButton } from '../icon-button';

const DEBOUNCE_MS = 150;

/** Search as you type, 150 ms after the last key; `/` goes there, Escape empties it. */
@Component({
  selector: 'app-search-field',
  imports: [Icon, IconButton, TranslocoPipe],
  template: `
    <svg appIcon="search" size="16"></svg>
    <input
      #field
      class="input"
      type="search"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      enterkeyhint="search"
      maxlength="200"
      [attr.aria-label]="label() || ('search.label' | transloco)"
      [placeholder]="label() || ('search.label' | transloco)"
      [value]="typed()"
      (input)="type($any($event.target).value)"
      (keydown.enter)="enter()"
      (keydown.arrowdown)="toRows($event)"
      (keydown.escape)="escape($event)"
    />
    @if (typed() !== '') {
      <button appIconButton="x" size="14" [label]="'search.clear' | transloco" (click)="clear()"></button>
    } @else {
      <kbd aria-hidden="true">/</kbd>
    }
  `,
  styles: `
    :host {
      position: relative;
      display: block;
      width: 280px;
      max-width: 100%;
    }

    :host > svg {
      position: absolute;
      top: calc(50% - 8px);
      left: 10px;
      color: var(--text-3);
      pointer-events: none;
    }

    .input {
      padding: 5px 34px;
    }

    .input::-webkit-search-cancel-button {
      display: none;
    }

    .icon-button,
    kbd {
      position: absolute;
      top: 50%;
      right: 6px;
      transform: translateY(-50%);
    }

    .icon-button {
      right: 2px;
      width: 28px;
      height: 28px;
    }

    @media (pointer: coarse) {
      kbd {
        display: none;
      }
    }
  `,
})
export class SearchField {
  /** What is searched, for screen readers and as the placeholder; already translated. */
  readonly label = input('');
  /** What is being searched for now, such as `urlState('search').value()`. */
  readonly query = input('');
  readonly searched = output<string>();
  protected readonly typed = signal('');
  private readonly shortcuts = inject(Shortcuts);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** What was searched and has not come back by `query` yet. */
  private sent: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    effect(() => {
      const query = this.query();
      untracked(() => this.follow(query));
    });
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
    this.shortcuts.register([
      { keys: '/', label: 'keys.search', group: 'keys.list', run: () => this.field().nativeElement.select() },
    ]);
  }

  protected type(text: string): void {
    this.typed.set(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), DEBOUNCE_MS);
  }

  /** Searches at once; pressed again, it goes to what was found. */
  protected enter(): void {
    if (this.typed().trim() === this.query()) this.shortcuts.run('j');
    else this.send();
  }

  /** To the first of what was found, as `j` does. */
  protected toRows(event: Event): void {
    event.preventDefault();
    this.send();
    this.shortcuts.run('j');
  }

  protected send(): void {
    clearTimeout(this.timer);
    const query = this.typed().trim();
    if (query === this.query()) return;
    this.sent.push(query);
    this.searched.emit(query);
  }

  /** Shows a query from elsewhere. One's own, which comes back without its spaces, replaces nothing that is typed. */
  private follow(query: string): void {
    const own = this.sent.indexOf(query);
    this.sent = own === -1 ? [] : this.sent.slice(own + 1);
    if (own === -1 || !this.host.contains(document.activeElement)) this.typed.set(query);
  }

  protected clear(): void {
    this.typed.set('');
    this.send();
    this.field().nativeElement.focus();
  }

  protected escape(event: Event): void {
    event.stopPropagation();
    if (this.typed() === '') this.field().nativeElement.blur();
    else this.clear();
  }
}
