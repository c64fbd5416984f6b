import {
  afterNextRender,
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  model,
  output,
  viewChild,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Confirm } from '../../ui/dialogs/confirm';
import { Icon } from '../../ui/icon';
import { beginsWord, inserted } from '../typed-mark';
import { unfilledIn } from './filled-reply';

/** Where a person writes to the client. It grows with the text. */
@Component({
  selector: 'app-composer',
  imports: [Icon, TranslocoPipe],
  template: `
    <label class="visually-hidden" for="composer">{{ 'conversations.reply' | transloco }}</label>
    <textarea
      #field
      id="composer"
      class="input"
      dir="auto"
      rows="1"
      aria-describedby="composer-hint"
      [attr.aria-invalid]="isTooLong() || null"
      [placeholder]="hint()"
      [value]="text()"
      (input)="text.set($any($event.target).value)"
      (focus)="focused.emit()"
      (keydown.escape)="field.blur()"
      (keydown)="onKey($event)"
    ></textarea>
    <div class="foot">
      <span id="composer-hint" class="caption">
        @if (isTooLong()) {
          <span class="too-long" role="alert">{{ 'conversations.too_long' | transloco: { max } }}</span>
        } @else {
          <span class="keys"
            ><kbd>{{ chord }}</kbd> {{ 'conversations.to_send' | transloco }}</span
          >
        }
      </span>
      <span class="push"></span>
      <ng-content />
      <button type="button" class="button button-primary" [disabled]="!canSend()" (click)="send()">
        <svg appIcon="send" size="14"></svg>{{ 'conversations.send' | transloco }}
      </button>
    </div>
  `,
  styles: `
    :host {
      display: flex;
      flex: none;
      flex-direction: column;
      gap: 8px;
      padding: 4px 16px 12px 20px;
      background: var(--surface);
    }

    .input {
      max-height: 200px;
      min-height: 60px;
      resize: none;
      field-sizing: content;
    }

    .foot {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 12px;
    }

    .push {
      flex: 1;
    }

    .too-long {
      color: var(--danger-text);
    }

    @media (pointer: coarse) {
      .keys {
        display: none;
      }
    }

    @media (max-width: 767px) {
      :host {
        padding: 4px 12px 12px;
      }
    }
  `,
})
export class Composer {
  readonly text = model.required<string>();
  /** What stands in the empty field; already translated. */
  readonly hint = input.required<string>();
  readonly takesFocus = input(false);
  readonly sent = output();
  readonly focused = output();
  /** A slash that begins a word: a saved reply is wanted. */
  readonly slash = output();
  private readonly confirm = inject(Confirm);
  private isAsking = false;
  private readonly field = viewChild.required<ElementRef<HTMLTextAreaElement>>('field');
  protected readonly max = LIMITS.chat_text.max;
  protected readonly chord = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘⏎' : 'Ctrl ⏎';
  protected readonly isTooLong = computed(() => [...this.text()].length > this.max);
  protected readonly canSend = computed(() => this.text().trim() !== '' && !this.isTooLong());

  constructor() {
    afterNextRender(() => {
      if (this.takesFocus()) this.focus();
    });
    inject(Shortcuts).register([
      {
        keys: 'mod+enter',
        label: 'conversations.send',
        group: 'nav.conversations',
        whileTyping: true,
        run: () => void this.send(),
      },
    ]);
  }

  focus(): void {
    this.field().nativeElement.focus();
  }

  /** Known here at once: the keys to send it may come before the page is drawn again. */
  insert(text: string): void {
    this.text.update((before) => inserted(this.field().nativeElement, before, text));
    this.focus();
  }

  protected onKey(event: KeyboardEvent): void {
    if (!beginsWord(event, this.field().nativeElement, '/')) return;
    event.preventDefault();
    this.slash.emit();
  }

  protected async send(): Promise<void> {
    if (!this.canSend() || this.isAsking) return;
    const word = unfilledIn(this.text());
    if (word !== null && !(await this.isMeant(word))) {
      this.focus();
      return;
    }
    this.sent.emit();
    // The same for the keys pressed twice.
    this.text.set('');
    this.focus();
  }

  /** A saved reply had no value for it, or it was misspelled. */
  private async isMeant(word: string): Promise<boolean> {
    const texts = 'conversations.unfilled';
    const question = { title: `${texts}.title`, text: `${texts}.text`, action: `${texts}.action` };
    this.isAsking = true;
    try {
      return await this.confirm.ask({ ...question, params: { word } });
    } finally {
      this.isAsking = false;
    }
  }
}
