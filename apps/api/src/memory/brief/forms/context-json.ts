import { codePoints, type ContextForm, type Heading } from './context-form';
import { CONTEXT_LISTS, rowsOf, type ContextRow } from '../context-rows';

/** The characters that JSON writes with a backslash and one letter. */
const SHORT_ESCAPES = '"\\\b\f\n\r\t';

/** A `ContextDto`, character for character as PostgreSQL writes it. */
export const JSON_FORM: ContextForm = {
  content_type: 'application/json; charset=utf-8',
  isBrief: false,
  share: null,
  count: codePoints,
  clean: (row) => row,
  *parts(rows: readonly ContextRow[]): Generator<string> {
    for (const [place, list] of CONTEXT_LISTS.entries()) {
      yield `${place === 0 ? '{' : '],'}"${list}":[`;
      for (const [index, row] of rowsOf(rows, list).entries()) yield (index === 0 ? '' : ',') + rowText(row);
    }
    yield ']}';
  },
  writeRow: (row) => `${rowText(row)},`,
  headingsOf: firstOfList,
  encode: (text) => JSON.stringify(text).slice(1, -1),
  fittingPart(text: string, cost: number): number {
    let end = 0;
    for (const character of text) {
      cost -= widthOf(character);
      if (cost < 0) break;
      end += character.length;
    }
    return end;
  },
};

function rowText({ row }: ContextRow): string {
  return JSON.stringify(row);
}

/** The one row of a list that has no comma. */
function firstOfList({ list }: ContextRow): Heading[] {
  return [{ key: list, cost: -codePoints(',') }];
}

function widthOf(character: string): number {
  if (SHORT_ESCAPES.includes(character)) return 2;
  return character < ' ' ? 6 : 1;
}
