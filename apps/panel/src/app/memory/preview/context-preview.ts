import type { HttpResponse } from '@angular/common/http';
import { Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { CONTEXT_FORMATS, type ContextFormat } from '@groupless/shared-dto';
import { liveQuery, type ReadRequest } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { PluralPipe } from '../../i18n/plural';
import { urlState } from '../../layout/url-state';
import { CopyButton } from '../../ui/copy/copy-button';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Segmented } from '../../ui/forms/segmented';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { MemoryHeader } from '../memory-header';
import { ProjectNames } from '../tasks/project-names';
import { AsOfField } from './as-of-field';
import { blocksOf } from './blocks';
import { readBudget } from './budget';
import { BudgetField } from './budget-field';
import { ContextDifference } from './context-difference';
import { omissionsOf, type Omission } from './omitted';

interface Shown {
  body: string;
  format: ContextFormat;
  tokens: number;
  omissions: Omission[];
  /** When it was read. */
  at: string;
}

const NO_LIMIT = 'none';
const USUAL = '4000';
/** More at once makes a browser slow, and nobody reads it. */
const MOST_SHOWN = 200_000;

/** What an assistant gets when it loads its context: letter for letter, with its size and what is left out. */
@Component({
  selector: 'app-context-preview',
  imports: [
    AsOfField,
    BudgetField,
    ContextDifference,
    CopyButton,
    ErrorPanel,
    MemoryHeader,
    PluralPipe,
    RefetchBar,
    RelativeTime,
    RouterLink,
    Segmented,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  providers: [ProjectNames],
  templateUrl: './context-preview.html',
  styleUrls: ['../../ui/lists/list-page.css', './context-preview.css'],
})
export class ContextPreview {
  private readonly texts = inject(Texts);
  protected readonly formats = inject(Formats);
  private readonly budgetInAddress = urlState('budget', USUAL);
  private readonly formatInAddress = urlState('format', 'markdown');

  protected readonly asOf = urlState('as_of');
  /** For whose folder it is; empty: none. */
  protected readonly project = urlState('project');
  protected readonly projects = inject(ProjectNames);
  /** The address may name one that is not there, or no more: what it asks for is shown as it is. */
  protected readonly isProjectUnknown = computed(() => {
    const asked = this.project.value();
    return asked !== '' && !this.projects.all().some(({ name }) => name === asked);
  });
  /** `now`: an earlier context is shown beside the present one. */
  private readonly compared = urlState('compare');

  protected readonly budget = computed(() => {
    const asked = this.budgetInAddress.value();
    return asked === NO_LIMIT ? null : (readBudget(asked) ?? Number(USUAL));
  });
  protected readonly format = computed<ContextFormat>(() =>
    this.formatInAddress.value() === 'json' ? 'json' : 'markdown',
  );
  private readonly asked = computed(() => ({
    format: this.format(),
    budget: this.budget(),
    project: this.project.value() || null,
  }));
  /** The last that was read stays while the next one comes. */
  protected readonly context = liveQuery<ReadRequest, Shown>({
    request: () => ({
      url: '/api/memory/context',
      query: { ...this.asked(), as_of: this.asOf.value() },
    }),
    pathOf: ({ url }) => url,
    keepsOld: true,
    read: async ({ url, query }, reader) => shownOf(await reader.getText(url, query)),
  });
  protected readonly shown = this.context.value;
  protected readonly isCompared = computed(() => this.asOf.value() !== '' && this.compared.value() === 'now');
  /** The present context, while an earlier one is compared with it. */
  protected readonly present = liveQuery<ReadRequest, Shown>({
    request: () => (this.isCompared() ? { url: '/api/memory/context', query: this.asked() } : undefined),
    pathOf: ({ url }) => url,
    keepsOld: true,
    read: async ({ url, query }, reader) => shownOf(await reader.getText(url, query)),
  });
  protected readonly presentText = computed(() => textOf(this.present.value()));
  /** Older versions than those that are kept were asked for. */
  protected readonly isNotKept = computed(
    () => this.context.problem()?.fields.some(({ field }) => field === 'as_of') ?? false,
  );
  protected readonly text = computed(() => textOf(this.shown()) ?? '');
  protected readonly blocks = computed(() => blocksOf(this.text().slice(0, MOST_SHOWN)));
  protected readonly isCut = computed(() => this.text().length > MOST_SHOWN);
  /** Of the budget, in percent. */
  protected readonly used = computed(() => {
    const budget = this.budget();
    return budget === null ? null : Math.min(100, ((this.shown()?.tokens ?? 0) / budget) * 100);
  });
  protected readonly segments = computed(() =>
    this.texts.choices([...CONTEXT_FORMATS].reverse(), 'memory.context.formats'),
  );

  protected setBudget(budget: number | null): void {
    this.budgetInAddress.set(budget === null ? NO_LIMIT : String(budget));
  }

  protected compare(isCompared: boolean): void {
    this.compared.set(isCompared ? 'now' : '');
  }

  protected setFormat(format: ContextFormat): void {
    this.formatInAddress.set(format);
  }
}

function shownOf({ body, headers }: HttpResponse<string>): Shown {
  return {
    body: body ?? '',
    format: headers.get('content-type')?.includes('json') === true ? 'json' : 'markdown',
    tokens: Number(headers.get('x-context-tokens') ?? 0),
    omissions: omissionsOf(headers.get('x-context-omitted')),
    at: new Date().toISOString(),
  };
}

function textOf(shown: Shown | null): string | null {
  if (shown === null) return null;
  if (shown.format !== 'json') return shown.body;
  try {
    return JSON.stringify(JSON.parse(shown.body), null, 2);
  } catch {
    // A body that was cut on its way is shown as it came.
    return shown.body;
  }
}
