import { mapInSteps, type Steps } from '../../../shared/time-slices';
import { rendered, type ContextForm } from '../forms/context-form';
import { measure, sum, type MeasuredRow, type MeasuredText } from './context-measure';
import { rowsByTurns, rowsByUse } from './context-order';
import {
  BRIEF_LISTS,
  countByList,
  withLongTexts,
  type ContextList,
  type ContextRow,
  type ListCounts,
} from '../context-rows';
import { withFittingUrgentTasks } from './context-urgent';
import { CUT_MARK, cutText } from './cut-text';

/**
 * The least cost to which a text is cut, in quarters of a token: about one sentence. Rather than cut texts shorter,
 * another row is left out.
 */
export const SHORTEST_CUT = 120;

export interface Selection {
  /** The number of candidate rows of each list. */
  candidates: ListCounts;
  rows: readonly ContextRow[];
  /** The greatest length to which all long texts can be shown, in code points; infinite if none has to be cut. */
  longest_text: number;
  /** The lists that are limited to their share. */
  limited: readonly ContextList[];
}

export interface FittedContext {
  rows: ContextRow[];
  /** The number of cut texts. */
  cut: number;
}

/**
 * Selects the rows of an answer within a cost: the most useful ones whose texts fit at their shortest. A list ends at
 * its first row that does not fit, so only its least useful rows are missing.
 * @param previews rows whose long texts may end after `SHORTEST_CUT` code points
 */
export function* selectRows(
  previews: readonly ContextRow[],
  cost: number,
  form: ContextForm,
): Steps<Selection> {
  const selection = new Selecting(cost, form);
  const wished = form.share === null ? rowsByUse(previews) : rowsByTurns(previews);
  const urgentRoom = Math.min(selection.room, selection.share);
  // Rows beyond a list's share, which would take the space of other lists.
  const over: ContextRow[] = [];
  for (const row of withFittingUrgentTasks(wished, urgentRoom, form)) {
    yield;
    if (!selection.take(row, selection.share)) over.push(row);
  }
  // If no other list lacks rows, a list may use the rest.
  const candidates = countByList(previews);
  if (form.share !== null && selection.listsWithout(candidates).length === 1) {
    for (const row of over) {
      yield;
      selection.take(row, Infinity);
    }
  }
  const { selected, room } = selection;
  const textRoom = room + sum(selected.map(shortest));
  const lengths = textsOf(selected).map(({ least_length }) => least_length);
  return {
    candidates,
    rows: selected.map(({ row }) => row),
    longest_text: commonLength(lengths, textRoom),
    limited: form.share === null ? [] : limitedIn(selection.listsWithout(candidates)),
  };
}

/** The lists that are limited because another one lacks rows. */
function limitedIn(lacking: readonly ContextList[]): ContextList[] {
  return BRIEF_LISTS.filter((list) => lacking.some((other) => other !== list));
}

/** The selected rows, and the remaining budget. */
class Selecting {
  readonly selected: MeasuredRow[] = [];
  /** The share of one list while others lack rows. */
  readonly share: number;
  room: number;
  private readonly headings = new Set<string>();
  private readonly used = new Map<ContextList, number>();
  private readonly ended = new Map<ContextList, number>();

  constructor(
    cost: number,
    private readonly form: ContextForm,
  ) {
    this.room = cost - form.count(rendered(form, []));
    this.share = form.share === null ? Infinity : Math.floor(form.share * cost);
  }

  /** The lists that are not complete. */
  listsWithout(candidates: ListCounts): ContextList[] {
    const taken = countByList(this.selected.map(({ row }) => row));
    return BRIEF_LISTS.filter((list) => taken[list] < candidates[list]);
  }

  /** @returns whether the row fitted; after one that does not, its list gets no more up to the same limit */
  take(row: ContextRow, most: number): boolean {
    const { list } = row;
    if ((this.ended.get(list) ?? -1) >= most) return false;
    const measured = measure(row, this.form);
    const newHeadings = this.form.headingsOf(row).filter(({ key }) => !this.headings.has(key));
    const frame = this.form.count(this.form.writeRow(measured.frame)) - measured.marks;
    const needed = sum(newHeadings.map((heading) => heading.cost)) + frame + shortest(measured);
    const used = this.used.get(list) ?? 0;
    if (needed > this.room || used + needed > most) {
      this.ended.set(list, most);
      return false;
    }
    this.room -= needed;
    this.used.set(list, used + needed);
    this.selected.push(measured);
    for (const { key } of newHeadings) this.headings.add(key);
    return true;
  }
}

/**
 * Shortens the long texts of selected rows until the answer costs at most so much: the longest texts first, to one common
 * length, in each list that has a limit of its own.
 * @param rows in the order of the answer, with their long texts as long as `selectRows()` asked for
 * @param limited the lists that may have no more than their share
 */
export function* shortenTexts(
  rows: readonly ContextRow[],
  cost: number,
  form: ContextForm,
  limited: readonly ContextList[] = [],
): Steps<FittedContext> {
  const measured = yield* mapInSteps(rows, (row) => measure(row, form));
  const most = Math.floor((form.share ?? 1) * cost);
  // A text can begin or end within a run of letters that only the whole answer shows: then a little less is tried.
  for (let room = cost; ;) {
    const fitted = yield* shortenedTo(measured, room, { lists: limited, most }, form);
    const over = form.isBrief ? (yield* costOfAnswer(fitted.rows, form)) - cost : 0;
    if (over <= 0 || room <= 0) return fitted;
    room -= over;
  }
}

/** The cost of an answer with these rows. Each part ends with a line break, so the costs add up. */
function* costOfAnswer(rows: readonly ContextRow[], form: ContextForm): Steps<number> {
  let cost = 0;
  for (const part of form.parts(rows)) {
    cost += form.count(part);
    yield;
  }
  return cost;
}

function* shortenedTo(
  measured: readonly MeasuredRow[],
  room: number,
  limited: { lists: readonly ContextList[]; most: number },
  form: ContextForm,
): Steps<FittedContext> {
  const costOf = (rows: readonly MeasuredRow[]) =>
    form.count(
      rendered(
        form,
        rows.map((row) => row.frame),
      ),
    ) - sum(rows.map(({ marks }) => marks));
  const lengthIn = (rows: readonly MeasuredRow[], available: number) =>
    commonLength(
      textsOf(rows).map(({ length }) => length),
      available,
    );
  const longest = lengthIn(measured, room - costOf(measured));
  const empty = form.count(rendered(form, []));
  const longestIn = new Map<ContextList, number>();
  for (const list of limited.lists) {
    const ofList = measured.filter(({ row }) => row.list === list);
    longestIn.set(list, Math.min(longest, lengthIn(ofList, limited.most - (costOf(ofList) - empty))));
  }
  const limitOf = ({ row }: MeasuredRow) => longestIn.get(row.list) ?? longest;
  const isCut = ({ length, incomplete }: MeasuredText, limit: number) => incomplete || length > limit;
  const mark = form.count(CUT_MARK);
  const shorten = (text: MeasuredText, limit: number) =>
    isCut(text, limit) ? cutText(text.text, form.fittingPart(text.text, limit - mark)) : text.text;
  const rows = yield* mapInSteps(measured, (one) => {
    const limit = limitOf(one);
    const { row, texts } = one;
    return texts.some((text) => isCut(text, limit))
      ? withLongTexts(
          row,
          texts.map((text) => shorten(text, limit)),
        )
      : row;
  });
  const cut = measured.flatMap((one) => one.texts.filter((text) => isCut(text, limitOf(one)))).length;
  return { rows, cut };
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
