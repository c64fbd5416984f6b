import type { ListSeparator } from '@groupless/shared-dto/business/csv-cells';
import { toLocal } from '../i18n/zoned-time';

/** By what spreadsheets of a locale part cells: not by the sign of decimals. */
export function listSeparator(locale: string): ListSeparator {
  return new Intl.NumberFormat(locale).format(0.5).includes(',') ? 'semicolon' : 'comma';
}

/** Gives a file to the user, as the browser saves downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** `clients-2026-11-20.csv`, by the clocks of a zone. */
export function fileName(what: string, time_zone: string): string {
  return `${what}-${toLocal(new Date(), time_zone).date}.csv`;
}
