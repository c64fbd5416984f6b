import { Component, computed, effect, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { MailPreviewDto, MailTextInputDto } from '@groupless/shared-dto';
import { isProblem } from '../../../http/problem';
import { SettingsApi } from '../../settings-api';

/** Between the last key and the question. */
const PAUSE_MS = 300;

/** What a mail with a text would say, a moment after one has typed. */
@Component({
  selector: 'app-text-preview',
  imports: [TranslocoPipe],
  template: `
    <h2>{{ 'mail.preview' | transloco }}</h2>
    <div class="mail" aria-live="polite">
      @if (cause(); as words) {
        <p class="cause">{{ words }}</p>
      } @else if (shown(); as mail) {
        <p class="subject">
          <strong
            ><bdi>{{ mail.subject }}</bdi></strong
          >
        </p>
        @for (paragraph of paragraphs(); track $index) {
          <p class="paragraph" dir="auto">{{ paragraph }}</p>
        }
      }
    </div>
  `,
  styles: `
    h2 {
      margin-bottom: 4px;
      font: 500 13px/20px var(--font);
    }

    .mail {
      padding: 16px;
      border: 1px solid var(--border);
      border-radius: 8px;
      background: var(--surface-2);
      overflow-wrap: anywhere;
    }

    .subject {
      padding-bottom: 8px;
      border-bottom: 1px solid var(--border);
    }

    .paragraph {
      margin-top: 12px;
      white-space: pre-line;
    }

    .cause {
      color: var(--danger-text);
    }
  `,
})
export class TextPreview {
  readonly path = input.required<string>();
  readonly text = input.required<MailTextInputDto>();
  private readonly api = inject(SettingsApi);
  protected readonly shown = signal<MailPreviewDto | null>(null);
  /** Why there is no preview, such as an unknown placeholder. */
  protected readonly cause = signal('');
  protected readonly paragraphs = computed(() => this.shown()?.text.split(/\n{2,}/) ?? []);
  private asked = 0;

  constructor() {
    effect((onCleanup) => {
      const [path, text] = [this.path(), this.text()];
      if (text.subject === '' || text.text === '') return;
      const timer = setTimeout(() => void this.ask(path, text), PAUSE_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }

  /** An answer that a later question has overtaken is left. */
  private async ask(path: string, text: MailTextInputDto): Promise<void> {
    const turn = ++this.asked;
    try {
      const mail = await this.api.previewMailText(path, text);
      if (turn !== this.asked) return;
      this.shown.set(mail);
      this.cause.set('');
    } catch (error) {
      if (!isProblem(error)) throw error;
      if (turn === this.asked) this.cause.set(error.fields[0]?.message ?? error.message);
    }
  }
}
