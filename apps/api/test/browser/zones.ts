import type { Page } from 'playwright-core';
import { isTrue, type PanelInBrowser, type Window } from './panel-in-browser';

/** The zones of the business and of the reader. */
const PAIRS = [
  ['Europe/Berlin', 'UTC'],
  ['Asia/Kolkata', 'America/New_York'],
  ['UTC', 'Europe/Berlin'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['America/Los_Angeles', 'Asia/Tokyo'],
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
  ['Asia/Kathmandu', 'Europe/London'],
  ['America/St_Johns', 'Australia/Adelaide'],
  ['Africa/Cairo', 'Europe/Moscow'],
  ['Australia/Lord_Howe', 'America/Sao_Paulo'],
  ['Pacific/Chatham', 'Asia/Tehran'],
] as const;

/** Two usually, so that the suite stays short. */
export const CHECKED = process.env['FULL_TESTS'] === '1' ? PAIRS : PAIRS.slice(0, 2);

/** Of the records, which are drawn by the same means. */
export const CHECKED_OF_RECORDS = process.env['FULL_TESTS'] === '1' ? PAIRS : PAIRS.slice(0, 1);

/** Another day in the east than in the west. */
export const WRITTEN_AT = '2026-01-05T23:40:00Z';

/** `9:30`, without AM and PM, which a range writes once. */
export function clock(at: string, timeZone: string): string {
  const text = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone }).format(new Date(at));
  return text.split(/\s/)[0] ?? '';
}

/** `Jan 6, 2026` */
export function day(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone }).format(new Date(at));
}

/** As fields for a time have it: `09:30`. */
export function typedClock(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(at));
}

/** `2026-01-06` */
export function dateIn(timeZone: string, at: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date(at));
}

/** When it is noon in a zone, so many days from now. */
export function noonIn(timeZone: string, days: number): string {
  const fromMs = Math.ceil((Date.now() + days * 86_400_000) / 900_000) * 900_000;
  // The offset of every zone is a multiple of a quarter of an hour.
  for (let quarter = 0; quarter < 100; quarter++) {
    const at = new Date(fromMs + quarter * 900_000).toISOString();
    if (typedClock(at, timeZone) === '12:00') return at;
  }
  throw new Error(`No noon in ${timeZone}.`);
}

/** Waits until the first of these elements has a time in its text. */
export async function shows(page: Page, selector: string, time: string): Promise<void> {
  const place = page.locator(selector).first();
  await place.waitFor();
  await place.filter({ hasText: withTime(time) }).waitFor();
}

/** A text with this time in it, and not as the end of another one. */
export function withTime(time: string): RegExp {
  return new RegExp(`(^|[^\\d:])${time}(?!\\d)`);
}

/** Waits until the exact time is the tooltip of the first of these elements. */
export async function hints(page: Page, selector: string, time: string): Promise<void> {
  await page.locator(selector).first().hover();
  await isTrue(
    page,
    `document.querySelector(${JSON.stringify(selector)})?.title.includes(' ${time}:') === true`,
  );
}

export function openIn(panel: PanelInBrowser, timezoneId: string): Promise<Window> {
  return panel.openAs('admin', '/', { timezoneId, locale: 'en' });
}
