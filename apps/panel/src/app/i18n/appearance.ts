import { computed, DOCUMENT, inject, Injectable, signal } from '@angular/core';
import type { Density, MeDto, Theme, Use } from '@groupless/shared-dto';
import { DENSITIES, THEMES } from '@groupless/shared-dto/access/auth';
import { FeatureTexts } from './feature-texts';
import { formatLocale } from './format-locale';
import { browserLocale, isLocale, languageOf } from './languages';
import { keep, readKept } from '../storage/kept';
import { isZone } from './zoned-time';

/** Kept by the browser under these names. */
type Kept = Partial<Pick<MeDto, 'theme' | 'density' | 'locale' | 'time_zone' | 'formats'>> & {
  business_zone?: string;
  business_country?: string;
  used_for?: Use;
};

/** Also read by the script in index.html, before the first paint. */
const KEY = 'groupless.appearance';
const TOP_COLOUR = { light: '#f7f8fa', dark: '#0d0f12' };

/** How the panel looks and speaks: what its user chose, kept in this browser for the next start. */
@Injectable({ providedIn: 'root' })
export class Appearance {
  private readonly document = inject(DOCUMENT);
  private readonly texts = inject(FeatureTexts);
  private readonly systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  private readonly paper = matchMedia('print');
  private readonly chosenTheme = signal<Theme>('system');
  private readonly chosenDensity = signal<Density>('comfortable');
  private readonly chosenLocale = signal(browserLocale());
  private readonly chosenZone = signal<string | undefined>(undefined);
  private readonly knownBusinessZone = signal<string | undefined>(undefined);
  private readonly knownCountry = signal<string | undefined>(undefined);
  private readonly knownUse = signal<Use>('both');
  private readonly chosenFormats = signal<string | null>(null);
  private askedLocale = '';
  /** What the installation is for, as this browser knows it from the settings. */
  readonly used_for = this.knownUse.asReadonly();
  /** The language that somebody chose who was not logged in. */
  chosenOutside: string | null = null;

  readonly theme = this.chosenTheme.asReadonly();
  readonly density = this.chosenDensity.asReadonly();
  /** A BCP 47 tag. */
  readonly locale = this.chosenLocale.asReadonly();
  /** The BCP 47 tag that dates and numbers follow. */
  readonly formatLocale = computed(() =>
    formatLocale({
      locale: this.locale(),
      formats: this.chosenFormats(),
      browser: navigator.languages,
      country: this.knownCountry(),
    }),
  );
  /** The reader's IANA zone, or the browser's. Computed when it is first read, since looking up zones is slow. */
  readonly time_zone = computed(() => {
    const chosen = this.chosenZone();
    return chosen !== undefined && isZone(chosen) ? chosen : Intl.DateTimeFormat().resolvedOptions().timeZone;
  });

  /**
   * The zone that the panel shows times in: the business's, as this browser knows it from the settings. The reader's own
   * until it is known for the first time.
   */
  readonly businessZone = computed(() => {
    const known = this.knownBusinessZone();
    return known !== undefined && isZone(known) ? known : this.time_zone();
  });

  /** Resolves when the texts of the language are there. */
  async start(): Promise<void> {
    for (const one of [this.systemIsDark, this.paper]) one.addEventListener('change', () => this.paint());
    await this.adopt(read());
  }

  /** Takes over what is given and keeps it in this browser. */
  async adopt({
    theme,
    density,
    locale,
    time_zone,
    formats,
    business_zone,
    business_country,
    used_for,
  }: Kept): Promise<void> {
    if (theme !== undefined && THEMES.includes(theme)) this.chosenTheme.set(theme);
    if (density !== undefined && DENSITIES.includes(density)) this.chosenDensity.set(density);
    if (time_zone !== undefined) this.chosenZone.set(time_zone);
    if (business_zone !== undefined) this.knownBusinessZone.set(business_zone);
    if (business_country !== undefined) this.knownCountry.set(business_country);
    if (used_for !== undefined) this.knownUse.set(used_for);
    if (formats !== undefined) this.chosenFormats.set(formats);
    this.paint();
    this.keep();
    await this.speak(locale !== undefined && isLocale(locale) ? locale : this.locale());
  }

  private paint(): void {
    const theme = this.theme();
    const isChosen = theme === 'dark' || (theme === 'system' && this.systemIsDark.matches);
    // Paper is white, and browsers print no backgrounds.
    const isDark = isChosen && !this.paper.matches;
    const { dataset } = this.document.documentElement;
    const shown = isDark ? 'dark' : 'light';
    dataset['theme'] = shown;
    dataset['density'] = this.density();
    this.document.querySelector('meta[name=theme-color]')?.setAttribute('content', TOP_COLOUR[shown]);
  }

  private keep(): void {
    const kept = {
      theme: this.theme(),
      density: this.density(),
      locale: this.locale(),
      time_zone: this.chosenZone(),
      business_zone: this.knownBusinessZone(),
      business_country: this.knownCountry(),
      used_for: this.knownUse(),
      formats: this.chosenFormats(),
    };
    // Without local storage the system's theme is shown first.
    keep(KEY, JSON.stringify(kept));
  }

  /** The locale changes with the texts, not before: labels that are made in code follow the locale. */
  private async speak(locale: string): Promise<void> {
    this.askedLocale = locale;
    await this.texts.speak(languageOf(locale));
    // If the language changes twice quickly, the later choice counts.
    if (this.askedLocale !== locale) return;
    this.document.documentElement.lang = languageOf(locale);
    this.chosenLocale.set(locale);
    this.keep();
  }
}

function read(): Kept {
  try {
    return JSON.parse(readKept(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}
