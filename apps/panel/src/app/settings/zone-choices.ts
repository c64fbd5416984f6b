import { ownNames } from '../crm/own-names';
import { PHONE_REGIONS } from '../crm/phone-regions';
import type { Choice } from '../ui/forms/search-choice';

/** All zones that the browser knows, and the present one, whatever it is called. */
export function zoneChoices(present: string, locale: string): Choice[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', present].filter(Boolean));
  return [...zones].sort().map((zone) => zoneChoice(zone, locale));
}

/** A zone by a name that the browser knows but does not list, such as Asia/Kolkata; null for any other text. */
export function zoneOfName(name: string, locale: string): Choice | null {
  if (!/^[A-Z][A-Za-z]*\/[A-Z]/.test(name)) return null;
  try {
    new Intl.DateTimeFormat(locale, { timeZone: name });
    return zoneChoice(name, locale);
  } catch {
    return null;
  }
}

/** The offsets of all zones take a tenth of a second, and a page shows few of them. */
function zoneChoice(zone: string, locale: string): Choice {
  let hint: string | undefined;
  return {
    value: zone,
    label: zone,
    get hint() {
      return (hint ??= offsetOf(zone, locale));
    },
    others: () => [
      ...CITIES.filter((city) => zone === `Europe/${city.split(' ', 1).join('')}`),
      ...(countriesOf().get(zone) ?? []),
    ],
  };
}

/** Cities of zones that have another name at home, or in the neighbourhood. */
const CITIES = (
  'Vienna Wien MEZ CET,Berlin MEZ CET,Athens Athen,Belgrade Beograd,Brussels Bruxelles Brüssel,Bucharest Bukarest,Copenhagen København Kopenhagen,' +
  'Kyiv Kiew Киев,Lisbon Lisboa Lissabon,Moscow Москва Moskau,Prague Praha Prag,Rome Roma,Warsaw Warszawa Warschau,Zurich Bern MEZ CET'
).split(',');

let countries: ReadonlyMap<string, readonly string[]> | null = null;

/** The names of the countries in which a zone is. A browser that does not know them has none. */
function countriesOf(): ReadonlyMap<string, readonly string[]> {
  if (countries !== null) return countries;
  const found = new Map<string, string[]>();
  for (const region of PHONE_REGIONS) {
    const zones = (new Intl.Locale(`und-${region}`) as LocaleWithZones).getTimeZones?.() ?? [];
    const names = zones.length === 0 ? [] : ownNames('region', region);
    for (const zone of zones) found.set(zone, [...(found.get(zone) ?? []), ...names]);
  }
  return (countries = found);
}

type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** `GMT+1`, as of today. */
function offsetOf(zone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
