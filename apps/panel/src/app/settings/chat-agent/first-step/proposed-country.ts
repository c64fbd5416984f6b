import { PHONE_REGIONS } from '../../../crm/phone-regions';

/** Which country a browser is likely in: that of its time zone, of several that of its language; null: none is likely. */
export function proposedCountry(languages: readonly string[], zone: string): string | null {
  const spoken = languages
    .map((tag) => new Intl.Locale(tag).region)
    .filter((region) => region !== undefined && PHONE_REGIONS.includes(region));
  const ofZone = PHONE_REGIONS.filter((region) => zonesOf(region).includes(zone));
  return spoken.find((region) => ofZone.includes(region ?? '')) ?? ofZone[0] ?? spoken[0] ?? null;
}

/** Not every browser knows them. */
function zonesOf(region: string): readonly string[] {
  const locale = new Intl.Locale(`und-${region}`) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined;
    timeZones?: string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
