import { Injectable } from '@nestjs/common';
import type { ContextFormat } from '@groupless/shared-dto';
import { BatchedStatements } from '../../database/statements/batched-statements';
import { Clock } from '../../platform/clock';
import { ConcurrencyLimit } from '../../shared/concurrency-limit';
import { SharedBody } from '../../platform/http/shared-body';
import { inTimeSlices, mapInSteps, type Steps } from '../../shared/time-slices';
import type { Reader } from '../readers/reader';
import { SearchIndexService } from '../search/index/search-index.service';
import { selectRows, shortenTexts, SHORTEST_CUT } from './budget/context-budget';
import { QUARTERS_PER_TOKEN } from './budget/token-count';
import type { ContextForm } from './forms/context-form';
import { JSON_FORM } from './forms/context-json';
import { MARKDOWN_FORM, markdownForm } from './forms/context-markdown';
import { withOlderEntries } from './forms/near-entries';
import { withoutRepeats } from './forms/repeated-sessions';
import { asSelected, withSmallFolded } from './forms/small-sessions';
import { rowsOf, type ContextList, type ContextRow } from './context-rows';
import { ContextRepository, type AskedRows } from './context.repository';
import { countedIn, omitted } from './omitted';
import { NOTHING_NEW, wasTold, type ToldBefore } from './told-before';
import { toldMarks } from './told-marks';
import { renderParts, slicesOf, tagOfParts, type RenderedContext } from './rendered-context';

const FORMS: Record<ContextFormat, ContextForm> = { json: JSON_FORM, markdown: MARKDOWN_FORM };

export interface ContextWish {
  /** The most tokens of the answer, at least 200; undefined: nothing is cut. */
  budget?: number | undefined;
  format?: ContextFormat;
  /** The name or identity of a project, whose rows come first. */
  project?: string | undefined;
  /** The time of the requested state; undefined: now. */
  as_of?: string | undefined;
  /** The reader. */
  reader: Reader;
  /** What the session was told before, which a brief leaves out; null or missing: nothing. */
  told?: ToldBefore | null;
}

export interface Context {
  /** A `ContextDto` as JSON, or a brief in Markdown. */
  body: SharedBody;
  content_type: string;
  /** The tokens of the body, rounded up: as models count for the brief of a project, otherwise four characters each. */
  tokens: number;
  /** The numbers of rows left out and of texts cut, such as `state=12, people=3, cut=4`, or `none`. */
  omitted: string;
  /** The canonical name of the requested project; null: none requested or none found. */
  project: string | null;
  /** Whether the requested project does not exist. */
  hasUnknownProject: boolean;
  /** The rows of a brief; empty for JSON. */
  shown: readonly ContextRow[];
  /** The marks of those that it shows whole. */
  told: string;
}

/** The number of readers whose whole context is cached. */
const MOST_KEPT = 20;

/**
 * Selecting and cutting rows takes memory and CPU of the only thread, so it is limited whatever the number of budgets
 * and projects.
 */
const MADE_CONTEXTS = {
  at_once: 2,
  waiting: 100,
  patience_ms: 8_000,
  refusal: 'Too many different contexts are asked for at the same time.',
};

@Injectable()
export class ContextService {
  private readonly made = new ConcurrencyLimit(MADE_CONTEXTS);
  /** Callers waiting for the same context, by its key. */
  private readonly reads = new Map<string, BatchedStatements<void, Context>>();
  /**
   * The whole as JSON, as it was last read, by whose it is: as long as nothing changes, its bytes are carried and coded once. Of very
   * many the one that was read first is forgotten.
   */
  private readonly last = new Map<string, { tag: string; context: Context }>();

  constructor(
    private readonly context: ContextRepository,
    private readonly clock: Clock,
    private readonly index: SearchIndexService,
  ) {}

  /** @throws AppError `project_ambiguous` */
  async load({ project, ...wish }: ContextWish): Promise<Context> {
    if (project === undefined) return this.join(wish, null);
    const name = await this.context.findProjectName(project, wish.reader.owner, momentOf(wish));
    return { ...(await this.join(wish, name)), project: name, hasUnknownProject: name === null };
  }

  /** Clears the cache. */
  forget(): void {
    this.last.clear();
  }

  /** Callers who ask for the same context at the same time share one statement, which begins after they asked. */
  private async join(wish: ContextWish, project: string | null): Promise<Context> {
    const { budget, format = 'json', as_of, reader, told } = wish;
    const before = [told?.sent, told?.session_id];
    const name = JSON.stringify([format, budget, project, as_of, reader.owner, reader.without_state, before]);
    let reads = this.reads.get(name);
    if (reads === undefined) {
      const read = () => this.read(wish, project);
      reads = new BatchedStatements({
        runAlone: read,
        runTogether: async ({ length }) => Array<Context>(length).fill(await read()),
        maxRunning: 1,
      });
      this.reads.set(name, reads);
    }
    try {
      return await reads.call();
    } finally {
      if (reads.isIdle) this.reads.delete(name);
    }
  }

  private read(wish: ContextWish, project: string | null): Promise<Context> {
    const { budget, format = 'json', reader, told = null } = wish;
    const moment = momentOf(wish);
    const without_state = reader.without_state === true;
    const rows = { project, moment, owner: reader.owner, without_state };
    const isWhole = project === null && moment === null && !without_state;
    if (budget === undefined && format === 'json' && isWhole) return this.loadAsStored(rows);
    return this.made.run(() =>
      budget === undefined
        ? this.loadWhole(FORMS[format], rows, told)
        : this.loadWithin(budget * QUARTERS_PER_TOKEN, FORMS[format], rows, told),
    );
  }

  private async loadAsStored(asked: AskedRows): Promise<Context> {
    const last = this.last.get(asked.owner);
    const { tag, parts, left_out } = await this.context.loadContext(last?.tag ?? null, asked.owner);
    if (tag === last?.tag) return { ...last.context, omitted: omitted(left_out) };
    const context =
      parts === null
        ? await this.loadWhole(JSON_FORM, asked, null)
        : describe(
            JSON_FORM,
            await inTimeSlices(renderParts(parts, JSON_FORM.count)),
            omitted(left_out),
            tag,
          );
    this.keep(asked.owner, { tag: context.body.tagOf('identity'), context });
    return context;
  }

  private keep(owner: string, last: { tag: string; context: Context }): void {
    this.last.delete(owner);
    this.last.set(owner, last);
    const [first] = this.last.keys();
    if (this.last.size > MOST_KEPT && first !== undefined) this.last.delete(first);
  }

  private async loadWhole(form: ContextForm, asked: AskedRows, told: ToldBefore | null): Promise<Context> {
    const { project, moment } = asked;
    const shown = await this.shownIn(form, project, told);
    const { rows, left_out } = await this.context.loadRows(form.isBrief, asked);
    const whole = await inTimeSlices(shown.of(rows));
    return this.write(
      formFor(form, project, whole),
      whole,
      omitted(countedIn(form, project, left_out), { quarantined: shown.held, told: shown.told }),
      { moment, told },
    );
  }

  private async loadWithin(
    cost: number,
    asked: ContextForm,
    rowsAsked: AskedRows,
    told: ToldBefore | null,
  ): Promise<Context> {
    const { project, moment } = rowsAsked;
    const shown = await this.shownIn(asked, project, told);
    let form = asked;
    let limited: readonly ContextList[] = [];
    let asShown = (row: ContextRow) => row;
    const { rows, left_out } = await this.context.loadSelectedRows(
      asked.isBrief,
      rowsAsked,
      SHORTEST_CUT,
      async (previews) => {
        const found = await inTimeSlices(shown.of(previews));
        form = formFor(asked, project, found);
        const selection = await inTimeSlices(selectRows(found, cost, form));
        limited = selection.limited;
        asShown = asSelected(selection.rows);
        return selection;
      },
    );
    const chosen = rows.map(asShown);
    const clean = await inTimeSlices(
      mapInSteps(form.share === null ? chosen : withOlderEntries(chosen), form.clean),
    );
    const { rows: fitted, cut } = await inTimeSlices(shortenTexts(clean, cost, form, limited));
    const missing = countedIn(form, project, left_out);
    const others = { cut, quarantined: shown.held, told: shown.told };
    return this.write(form, fitted, omitted(missing, others), { moment, told });
  }

  /** The rows that a form shows, and how many are hidden because they are held, or were told before. */
  private async shownIn(form: ContextForm, project: string | null, before: ToldBefore | null) {
    const isOfProject = form.isBrief && project !== null;
    // Recent rows are judged now; rows that are not judged in time count as held.
    if (form.isBrief) await this.index.catchUp();
    const own = form.isBrief && before !== null ? await this.context.listOfSession(before.session_id) : null;
    const isNews = (row: ContextRow) =>
      before === null || own === null || !(wasTold(before, row) || own.has(`${row.list} ${row.row.id}`));
    return {
      held: 0,
      told: 0,
      of(rows: readonly ContextRow[]): Steps<ContextRow[]> {
        if (!form.isBrief) return mapInSteps(rows, form.clean);
        this.held = rows.filter(({ held }) => held).length;
        // A held task is listed without its text.
        const shown = rows.filter((row) => (!row.held || row.list === 'pending_tasks') && isNews(row));
        this.told = rows.filter((row) => !isNews(row)).length;
        const told = isOfProject ? withOlderEntries(withoutRepeats(shown)) : shown;
        return mapInSteps(withSmallFolded(told), form.clean);
      },
    };
  }

  private async write(
    form: ContextForm,
    rows: readonly ContextRow[],
    omitted: string,
    { moment, told }: { moment: Date | null; told: ToldBefore | null },
  ): Promise<Context> {
    const now = moment ?? this.clock.now();
    const isEmpty = form.isBrief && told !== null && rows.length === 0;
    const partsAt = (at: Date | null) => (isEmpty ? [NOTHING_NEW] : form.parts(rows, { now: at, omitted }));
    const whole = await inTimeSlices(renderParts(partsAt(now), form.count));
    // The tag is made of the data, not of their age.
    const tag = form.isBrief
      ? `W/${await inTimeSlices(tagOfParts(partsAt(null)))}`
      : await inTimeSlices(tagOfParts(slicesOf(whole.bytes)));
    const context = describe(form, whole, omitted, tag);
    return form.isBrief ? { ...context, shown: rows, told: toldMarks(rows, now) } : context;
  }
}

/** A brief names its project, unless the project's row is held. */
function formFor(asked: ContextForm, project: string | null, rows: readonly ContextRow[]): ContextForm {
  if (!asked.isBrief || project === null) return asked;
  const own = rowsOf(rows, 'projects').find(({ row }) => row.name === project);
  return markdownForm(own === undefined ? null : { name: own.row.name, identity: own.row.url }, true);
}

/** Null: now. */
function momentOf({ as_of }: ContextWish): Date | null {
  return as_of === undefined ? null : new Date(as_of);
}

function describe(
  { content_type }: ContextForm,
  { bytes, cost }: RenderedContext,
  omitted: string,
  tag?: string,
): Context {
  return {
    body: new SharedBody(bytes, tag),
    content_type,
    tokens: Math.ceil(cost / QUARTERS_PER_TOKEN),
    omitted,
    project: null,
    hasUnknownProject: false,
    shown: [],
    told: '',
  };
}
