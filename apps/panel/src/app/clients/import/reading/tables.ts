import { csvLine } from '../../files/csv-text';
import { cardRows } from './cards';
import { workbookRows } from './workbook';

/** Rows that are written together, before the page has its turn. */
const TOGETHER = 500;

/** A workbook as CSV: each row on a line of its own, empty ones too. */
export function workbookTable(file: Blob): Promise<Blob> {
  return csvOf(workbookRows(file));
}

/** A file of contacts as CSV. */
export function cardTable(text: Blob): Promise<Blob> {
  return csvOf(cardRows(linesOf(text)));
}

async function csvOf(rows: AsyncIterable<readonly string[]>): Promise<Blob> {
  const parts: string[] = [];
  let lines: string[] = [];
  for await (const row of rows) {
    lines.push(row.length === 0 ? '\r\n' : csvLine(row));
    if (lines.length < TOGETHER) continue;
    parts.push(lines.join(''));
    lines = [];
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob([...parts, ...lines], { type: 'text/csv' });
}

async function* linesOf(text: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = text.stream().getReader();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest + decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
