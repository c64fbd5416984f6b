import { Component, computed, inject, linkedSignal } from '@angular/core';
import { form, FormField, FormRoot, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { DENSITIES, LIMITS, THEMES, type Density, type MeDto, type Theme } from '@groupless/shared-dto';
import { formatLocale } from '../../i18n/format-locale';
import { LANGUAGE_NAMES, LANGUAGES, languageOf } from '../../i18n/languages';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { Me } from '../../session/me';
import { Session } from '../../session/session';
import { holdsUnsaved } from '../../session/unsaved';
import { afterSaving, changesOf, sameFields } from '../../ui/forms/changes-of';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { SearchChoice } from '../../ui/forms/search-choice';
import { zoneChoices, zoneOfName } from '../zone-choices';

/** Regions that write dates in ways of their own. */
const REGIONS = [
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'en-IN',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'es-ES',
  'nl-NL',
  'sv-SE',
  'pl-PL',
  'ru-RU',
  'ja-JP',
];
const SAMPLE = Date.UTC(2026, 10, 26, 15, 30);
const SAMPLE_NUMBER = 1_234.5;

interface Details {
  name: string;
  locale: string;
  time_zone: string;
  theme: Theme;
  density: Density;
  /** Empty: as the region has it. */
  formats: string;
}

/** Name, language, zone and looks. */
@Component({
  selector: 'app-profile-details',
  imports: [Field, FormError, FormField, FormRoot, SaveButtons, SearchChoice, TranslocoPipe],
  templateUrl: './profile-details.html',
  styleUrl: './section.css',
})
export class ProfileDetails {
  private readonly session = inject(Session);
  private readonly me = inject(Me);
  private readonly appearance = inject(Appearance);
  private readonly toasts = inject(Toasts);
  private readonly stored = computed(() => detailsOf(this.session.user()), { equal: sameFields });
  /** Follows what is changed elsewhere, as the theme by the menu, but for the fields that are being changed here. */
  private readonly model = linkedSignal<Details, Details>({
    source: this.stored,
    computation: (stored, before) =>
      before === undefined ? stored : afterSaving(before.value, before.source, stored),
  });

  protected readonly user = this.session.user;
  protected readonly themes = THEMES;
  protected readonly densities = DENSITIES;
  protected readonly languages = LANGUAGES;
  protected readonly languageNames = LANGUAGE_NAMES;
  protected readonly zones = computed(() =>
    zoneChoices(this.session.user()?.time_zone ?? 'UTC', this.appearance.locale()),
  );
  protected readonly zoneOfName = (name: string) => zoneOfName(name, this.appearance.locale());
  /** As the panel writes a day, a time and a number of each region. */
  protected readonly regions = computed(() => {
    const language = languageOf(this.appearance.locale());
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const chosen = this.model().formats;
    return [...new Set([...REGIONS, ...(chosen === '' ? [] : [chosen])])].map((value) => ({
      value,
      label: `${names.of(new Intl.Locale(value).region ?? 'US') ?? value}: ${sampleOf(value, language)}`,
    }));
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.user_name.max);
      required(path.time_zone);
    },
    {
      submission: sending(
        (details: Details) => this.save(details),
        () => this.isChanged(),
      ),
    },
  );
  protected readonly isChanged = computed(() => !sameFields(this.model(), this.stored()));

  constructor() {
    holdsUnsaved(this.isChanged);
  }

  private async save(details: Details): Promise<void> {
    // Only what was changed: a finer locale, such as de-AT, stays as long as the language does.
    const { formats, ...changes } = changesOf(details, this.stored());
    await this.me.change({ ...changes, ...(formats === undefined ? {} : { formats: formats || null }) });
    this.model.set(afterSaving(this.model(), details, this.stored()));
    this.form().reset();
    this.toasts.show('profile.saved');
  }
}

function detailsOf(me: MeDto | null): Details {
  const { name = '', locale = 'en', time_zone = 'UTC', theme = 'system', density = 'comfortable' } = me ?? {};
  return { name, locale: languageOf(locale), time_zone, theme, density, formats: me?.formats ?? '' };
}

function sampleOf(formats: string, language: string): string {
  const locale = formatLocale({ locale: language, formats, browser: [], country: undefined });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${time.format(SAMPLE)} · ${new Intl.NumberFormat(locale).format(SAMPLE_NUMBER)}`;
}
