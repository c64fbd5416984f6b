import { Component, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LANGUAGE_NAMES, LANGUAGES, languageOf } from '../../i18n/languages';
import { Appearance } from '../../i18n/appearance';

/** A card in the middle of the page, for who is not signed in. */
@Component({
  selector: 'app-public-page',
  imports: [TranslocoPipe],
  template: `
    <main class="card" [class.wide]="wide()">
      <div class="brand">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        <span>Groupless</span>
      </div>
      <ng-content />
    </main>
    <nav class="languages" [attr.aria-label]="'session.language' | transloco">
      @for (language of languages; track language) {
        <button
          type="button"
          class="link-button"
          [lang]="language"
          [attr.aria-current]="language === current() ? 'true' : null"
          (click)="choose(language)"
        >
          {{ names[language] }}
        </button>
      }
    </nav>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      gap: 16px;
      min-height: 100dvh;
      padding: 24px 16px;
    }

    main {
      width: 100%;
      max-width: 360px;
      padding: 32px;
      border-radius: var(--radius-dialog);
    }

    main.wide {
      max-width: 760px;
    }

    .brand {
      display: flex;
      align-items: center;
      gap: 8px;
      margin-bottom: 24px;
      font: 600 15px/20px var(--font);
      letter-spacing: -0.01em;
    }

    .languages {
      display: flex;
      gap: 16px;
    }

    .languages .link-button {
      min-height: 24px;
      color: var(--text-3);
      font: var(--text-caption);
      text-decoration: none;
    }

    .languages [aria-current] {
      color: var(--text);
      font-weight: 500;
    }

    @media (max-width: 400px) {
      main {
        padding: 24px 20px;
      }
    }
  `,
})
export class PublicPage {
  /** For what is read rather than filled in. */
  readonly wide = input(false);
  protected readonly appearance = inject(Appearance);
  protected readonly languages = LANGUAGES;
  protected readonly names = LANGUAGE_NAMES;
  protected readonly current = () => languageOf(this.appearance.locale());

  protected choose(locale: string): void {
    this.appearance.chosenOutside = locale;
    void this.appearance.adopt({ locale });
  }
}
