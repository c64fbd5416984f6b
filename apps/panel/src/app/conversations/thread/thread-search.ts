import {
  afterNextRender,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { MessageHitDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Formats } from '../../i18n/formats';
import { urlChange } from '../../layout/url-state';
import { IconButton } from '../../ui/icon-button';
import { placeOf } from '../hit-place';

/** Finds messages of one conversation, and goes from one to the next, the newest first. */
@Component({
  selector: 'app-thread-search',
  imports: [IconButton, TranslocoPipe],
  template: `
    <form (submit)="look($event, field.value)">
      <input
        #field
        class="input"
        type="search"
        autocomplete="off"
        enterkeyhint="search"
        [attr.aria-label]="'conversations.find_here' | transloco"
        [placeholder]="'conversations.find_here' | transloco"
        (keydown.escape)="closed.emit()"
      />
    </form>
    <span class="caption" role="status">{{ place() }}</span>
    <button
      appIconButton="arrow-up"
      [label]="'conversations.older_hit' | transloco"
      [disabled]="index() + 1 >= hits().length"
      (click)="index.set(index() + 1)"
    ></button>
    <button
      appIconButton="arrow-down"
      [label]="'conversations.newer_hit' | transloco"
      [disabled]="index() === 0"
      (click)="index.set(index() - 1)"
    ></button>
    <button
      appIconButton="x"
      [label]="'conversations.end_search' | transloco"
      (click)="closed.emit()"
    ></button>
  `,
  styles: `
    :host {
      display: flex;
      flex: none;
      align-items: center;
      gap: 4px;
      padding: 8px 16px 8px 20px;
      border-bottom: 1px solid var(--border);
    }

    form {
      flex: 1;
    }
  `,
})
export class ThreadSearch {
  readonly conversation_id = input.required<string>();
  readonly closed = output();
  private readonly formats = inject(Formats);
  private readonly go = urlChange();
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  private readonly wanted = signal('');
  private readonly found = pageList<MessageHitDto>(
    () =>
      this.wanted() === ''
        ? undefined
        : {
            url: '/api/conversations/messages',
            query: { q: this.wanted(), conversation_id: this.conversation_id() },
          },
    { page: 200 },
  );
  protected readonly hits = computed(() =>
    this.wanted() === '' ? [] : this.found.items().toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1)),
  );
  protected readonly index = linkedSignal({ source: this.wanted, computation: () => 0 });
  protected readonly place = computed(() => {
    if (this.wanted() === '' || this.found.isFirstLoad()) return '';
    const [at, of] = [Math.min(this.index() + 1, this.hits().length), this.hits().length];
    return `${this.formats.number(at)}/${this.formats.total(of, !this.found.hasMore())}`;
  });

  constructor() {
    afterNextRender(() => this.field().nativeElement.focus());
    effect(() => {
      const hit = this.hits()[this.index()];
      if (hit !== undefined) untracked(() => this.go(placeOf(hit)));
    });
  }

  /** Enter goes on to the next one. */
  protected look(event: Event, text: string): void {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted !== this.wanted()) this.wanted.set(wanted);
    else if (this.index() + 1 < this.hits().length) this.index.update((index) => index + 1);
  }
}
