import { orderOf, readDay, type DateOrder } from '../import-appointments/read-times';
import { TIMES } from './client-rows';
import { guessedMap } from './column-map';
import { readCsvRows, type RowBatch } from './csv-rows';

/**
 * In which order the dates of each column name day and month; null: they do not say it. A date such as 3/4/2026 says nothing by
 * itself: the rest of its column is looked through for one that does.
 * @param rows the header and the first rows
 */
export async function dateOrders(
  text: Blob,
  [header = [], ...rows]: RowBatch,
): Promise<(DateOrder | null)[]> {
  const guessed = guessedMap(header);
  const cellsOf = (batch: RowBatch, place: number) => batch.map((row) => row[place] ?? '');
  const orders = header.map((_, place) => orderOf(cellsOf(rows, place)));
  const mayBeDates = (place: number) =>
    TIMES.some((field) => guessed[place] === field) ||
    cellsOf(rows, place).some((cell) => readDay(cell, 'day_first') !== null);
  const isOpen = (place: number) => orders[place] === null && mayBeDates(place);
  const places = [...header.keys()].filter(isOpen);
  if (places.length === 0) return orders;
  for await (const batch of readCsvRows(text)) {
    for (const place of places) orders[place] ??= orderOf(cellsOf(batch, place));
    if (places.every((place) => orders[place] !== null)) break;
  }
  return orders;
}
