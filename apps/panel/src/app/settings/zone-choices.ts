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
  };
}

/** `GMT+1`, as of today. */
function offsetOf(zone: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
