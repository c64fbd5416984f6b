/** In which order a date names its parts. */
export type DateOrder = 'day_first' | 'month_first';

const MINUTES_OF_DAY = 1_440;
const ISO_DAY = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const OTHER_DAY = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d\d)(?!\d)/;

/** What the dates of a column show of their order; null: they may be either. */
export function orderOf(cells: readonly string[]): DateOrder | null {
  for (const cell of cells) {
    const [, first = '', sign, second = ''] = OTHER_DAY.exec(withoutWeekday(cell)) ?? [];
    if (sign === '.' || Number(first) > 12) return 'day_first';
    if (Number(second) > 12) return 'month_first';
  }
  return null;
}

/** `2026-12-01` of a cell that begins with a date, with what follows it; null: it begins with none. */
export function readDay(cell: string, order: DateOrder): { day: string; rest: string } | null {
  const text = withoutWeekday(cell);
  const iso = ISO_DAY.exec(text);
  const other = iso === null ? OTHER_DAY.exec(text) : null;
  if (iso !== null) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '', text.slice(iso[0].length));
  if (other === null) return null;
  const [all, first = '', , second = '', year = ''] = other;
  const [day, month] = order === 'day_first' ? [first, second] : [second, first];
  return dayOf(year.length === 2 ? `20${year}` : year, month, day, text.slice(all.length));
}

function dayOf(year: string, month: string, day: string, rest: string) {
  const text = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const time = Date.parse(`${text}T00:00:00Z`);
  const isThere = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isThere ? { day: text, rest: rest.replace(/^[,T\s]+/, '').trim() } : null;
}

/** `Tue 1.12.2026`, `Di., 01.12.2026`. */
function withoutWeekday(cell: string): string {
  return cell.trim().replace(/^\p{L}{2,12}\.?,?\s+(?=\d)/u, '');
}

/** `08:00` of `8:00`, `8.00 Uhr`, `8 AM`, `0.3333` (as spreadsheets keep it); null: it is no time. */
export function readClock(cell: string): string | null {
  const text = cell.trim();
  const ofSheet = /^0?[.,]\d{2,}$/.test(text) && text.length > 4 ? Number(text.replace(',', '.')) : null;
  if (ofSheet !== null) return clockOf(Math.round(ofSheet * MINUTES_OF_DAY));
  const match = /^(\d{1,2})(?:[:.h](\d\d)(?::\d\d(?:\.\d+)?)?)?\s*(uhr|h|ч|[ap]\.?m\.?)?$/i.exec(text);
  if (match === null) return null;
  const [, hours = '', minutes = '00', mark = ''] = match;
  if (minutes === '00' && match[2] === undefined && mark === '') return null;
  const isAfternoon = /^p/i.test(mark);
  const isMorning = /^a/i.test(mark);
  const hour = Number(hours) % (isAfternoon || isMorning ? 12 : 100);
  return Number(minutes) < 60 ? clockOf((hour + (isAfternoon ? 12 : 0)) * 60 + Number(minutes)) : null;
}

function clockOf(minutes: number): string | null {
  if (minutes >= MINUTES_OF_DAY) return null;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The minutes of `45`, `45 min`, `0:45`, `1 h 30`; the text itself where it is none. */
export function readMinutes(cell: string): string {
  const text = cell.trim().toLowerCase();
  const [, plain] = /^(\d{1,4})\s*(?:m|min|min\.|minutes?|minuten|минут|мин\.?)?$/.exec(text) ?? [];
  if (plain !== undefined) return plain;
  const [, hours, minutes = '0'] =
    /^(\d{1,2})\s*(?::|h|std\.?|hours?|ч)\s*(\d{1,2})?\s*(?:m|min)?$/.exec(text) ?? [];
  return hours === undefined ? text : String(Number(hours) * 60 + Number(minutes));
}
