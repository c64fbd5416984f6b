import { computed, DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { DENSITIES, THEMES, type Density, type MeDto, type Theme } from '@groupless/shared-dto';
import { FeatureTexts } from '../i18n/feature-texts';
import { browserLocale, languageOf } from '../i18n/languages';

type Kept = Partial<Pick<MeDto, 'theme' | 'density' | 'locale' | 'time_zone'>>;

/** Also read by the script in index.html, before the first paint. */
const KEY = 'groupless.appearance';
const TOP_COLOUR = { light: '#f7f8fa', dark: '#0d0f12' };

/** How the panel looks and speaks: what its user chose, kept in this browser for the next start. */
@Injectable({ providedIn: 'root' })
export class Appearance {
  private readonly document = inject(DOCUMENT);
  private readonly texts = inject(FeatureTexts);
  private readonly system_is_dark = matchMedia('(prefers-color-scheme: dark)');
  private readonly chosen_theme = signal<Theme>('system');
  private readonly chosen_density = signal<Density>('comfortable');
  private readonly chosen_locale = signal(browserLocale());
  private readonly chosen_zone = signal<string | undefined>(undefined);
  private asked_locale = '';

  readonly theme = this.chosen_theme.asReadonly();
  readonly density = this.chosen_density.asReadonly();
  /** A BCP 47 tag. */
  readonly locale = this.chosen_locale.asReadonly();
  /** An IANA zone; without a choice that the browser knows, its own. To know zones takes it a while: not before one is asked for. */
  readonly time_zone = computed(() => {
    const chosen = this.chosen_zone();
    return chosen !== undefined && isZone(chosen) ? chosen : Intl.DateTimeFormat().resolvedOptions().timeZone;
  });

  /** Resolves when the texts of the language are there. */
  async start(): Promise<void> {
    this.system_is_dark.addEventListener('change', () => this.paint());
    await this.adopt(read());
  }

  /** Takes over what is given and keeps it in this browser. */
  async adopt({ theme, density, locale, time_zone }: Kept): Promise<void> {
    if (theme !== undefined && THEMES.includes(theme)) this.chosen_theme.set(theme);
    if (density !== undefined && DENSITIES.includes(density)) this.chosen_density.set(density);
    if (time_zone !== undefined) this.chosen_zone.set(time_zone);
    this.paint();
    this.keep();
    await this.speak(locale !== undefined && isLocale(locale) ? locale : this.locale());
  }

  private paint(): void {
    const theme = this.theme();
    const is_dark = theme === 'dark' || (theme === 'system' && this.system_is_dark.matches);
    const { dataset } = this.document.documentElement;
    const shown = is_dark ? 'dark' : 'light';
    dataset['theme'] = shown;
    dataset['density'] = this.density();
    this.document.querySelector('meta[name=theme-color]')?.setAttribute('content', TOP_COLOUR[shown]);
  }

  private keep(): void {
    const kept = {
      theme: this.theme(),
      density: this.density(),
      locale: this.locale(),
      time_zone: this.chosen_zone(),
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing shows the system's theme first.
    }
  }

  /** The locale changes with the texts, not before: labels that are made in code follow the locale. */
  private async speak(locale: string): Promise<void> {
    this.asked_locale = locale;
    await this.texts.speak(languageOf(locale));
    // Of two wishes the later one counts.
    if (this.asked_locale !== locale) return;
    this.document.documentElement.lang = languageOf(locale);
    this.chosen_locale.set(locale);
    this.keep();
  }
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
