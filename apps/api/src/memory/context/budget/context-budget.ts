import { mapInSteps, type Steps } from '../../../shared/turns';
import { codePoints, rendered, type ContextForm } from '../forms/context-form';
import { measure, sum, type MeasuredRow, type MeasuredText } from './context-measure';
import { rowsByUse } from './context-order';
import {
  countByList,
  withLongTexts,
  type ContextList,
  type ContextRow,
  type ListCounts,
} from '../context-rows';
import { withFittingUrgentTasks } from './context-urgent';
import { CUT_MARK, cutText } from './cut-text';

/**
 * No text is cut to less than this many characters of the answer: about a sentence, which still says what a
 * row is about. Below that it is better to leave out another row.
 */
export const SHORTEST_CUT = 120;

export interface Selection {
  /** Of how many rows this is the selection, list by list. */
  candidates: ListCounts;
  rows: readonly ContextRow[];
  /** The most that can be shown of any long text, in code points; infinite if all of all can. */
  longest_text: number;
}

export interface FittedContext {
  rows: ContextRow[];
  /** How many texts were cut. */
  cut: number;
}

/**
 * Which rows an answer of so many characters shows: the most useful whose texts fit at their shortest. A list
 * ends with the first of its rows that has no room, so that what is missing of it is its least useful.
 * @param previews rows whose long texts may end after `SHORTEST_CUT` code points
 */
export function* selectRows(
  previews: readonly ContextRow[],
  characters: number,
  form: ContextForm,
): Steps<Selection> {
  const selected: MeasuredRow[] = [];
  const headings = new Set<string>();
  const ended = new Set<ContextList>();
  let room = characters - codePoints(rendered(form, []));
  for (const row of withFittingUrgentTasks(rowsByUse(previews), room, form)) {
    if (ended.has(row.list)) continue;
    yield;
    const measured = measure(row, form);
    const newHeadings = form.headingsOf(row).filter(({ key }) => !headings.has(key));
    const frame = codePoints(form.writeRow(measured.frame)) - measured.marks;
    const needed = sum(newHeadings.map((heading) => heading.characters)) + frame + shortest(measured);
    if (needed > room) {
      ended.add(row.list);
      continue;
    }
    room -= needed;
    selected.push(measured);
    for (const { key } of newHeadings) headings.add(key);
  }
  const textRoom = room + sum(selected.map(shortest));
  const lengths = textsOf(selected).map(({ least_length }) => least_length);
  return {
    candidates: countByList(previews),
    rows: selected.map(({ row }) => row),
    longest_text: commonLength(lengths, textRoom),
  };
}

/**
 * Shortens the long texts of selected rows until the answer has at most so many characters: the longest texts
 * first, to one common length.
 * @param rows in the order of the answer, with their long texts as long as `selectRows()` asked for
 */
export function* shortenTexts(
  rows: readonly ContextRow[],
  characters: number,
  form: ContextForm,
): Steps<FittedContext> {
  const measured = yield* mapInSteps(rows, (row) => measure(row, form));
  const lengths = textsOf(measured).map(({ length }) => length);
  const frame =
    codePoints(
      rendered(
        form,
        measured.map((row) => row.frame),
      ),
    ) - sum(measured.map(({ marks }) => marks));
  const longest = commonLength(lengths, characters - frame);
  const isCut = ({ length, incomplete }: MeasuredText) => incomplete || length > longest;
  const shorten = (text: MeasuredText) =>
    isCut(text) ? cutText(text.text, form.fittingPart(text.text, longest - codePoints(CUT_MARK))) : text.text;
  const shortened = yield* mapInSteps(measured, ({ row, texts }) =>
    texts.some(isCut) ? withLongTexts(row, texts.map(shorten)) : row,
  );
  return { rows: shortened, cut: textsOf(measured).filter(isCut).length };
}

function shortest({ texts }: MeasuredRow): number {
  return sum(texts.map(({ length }) => Math.min(length, SHORTEST_CUT)));
}

function textsOf(rows: readonly MeasuredRow[]): MeasuredText[] {
  return rows.flatMap(({ texts }) => texts);
}

/**
 * The greatest length to which texts can be limited, so that together they take no more than the room;
 * infinite if they need no limit.
 */
function commonLength(lengths: readonly number[], room: number): number {
  const ascending = Float64Array.from(lengths).sort();
  for (const [index, length] of ascending.entries()) {
    const share = Math.floor(room / (ascending.length - index));
    if (length > share) return share;
    room -= length;
  }
  return Infinity;
}
