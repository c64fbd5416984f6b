import { computed, effect, inject, Injectable } from '@angular/core';
import { REPORT_GROUPINGS, type ReportDto, type ReportGrouping } from '@groupless/shared-dto';
import { Business } from '../data/business';
import { liveQuery, type ReadRequest } from '../data/query';
import { Api } from '../http/api';
import { toProblem } from '../http/problem';
import { Appearance } from '../i18n/appearance';
import { toLocal } from '../i18n/zoned-time';
import { urlChange, urlState } from '../layout/url-state';
import { Now } from '../ui/formats/relative-time';
import { fileName, saveFile } from '../ui/save-file';
import { Toasts } from '../ui/toasts/toasts';
import { courseOf, lastDayOf, periodOf, PRESETS, readPeriod, USUAL_PRESET, type Preset } from './periods';

/** While it is counted for the first time, the report is asked for again. */
const COUNTING_MS = 5_000;

/** The period and the grouping, which stand in the address, and the report of them. */
@Injectable()
export class ReportData {
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);
  private readonly appearance = inject(Appearance);
  private readonly business = inject(Business);
  private readonly now = inject(Now);
  private readonly presetState = urlState('period', USUAL_PRESET);
  private readonly from = urlState('from');
  private readonly to = urlState('to');
  private readonly byState = urlState('by');
  private readonly change = urlChange();
  private readonly today = computed(
    () => toLocal(new Date(this.now.ms()), this.appearance.businessZone()).date,
  );

  /** Two days that are no period count as the usual one. */
  readonly preset = computed<Preset>(() => {
    const asked = PRESETS.find((preset) => preset === this.presetState.value()) ?? USUAL_PRESET;
    return asked === 'own' && this.own() === null ? USUAL_PRESET : asked;
  });
  private readonly own = computed(() => readPeriod(this.from.value(), this.to.value()));
  readonly period = computed(() => {
    const preset = this.preset();
    if (preset !== 'own') return periodOf(preset, this.today());
    return this.own() ?? periodOf(USUAL_PRESET, this.today());
  });
  readonly lastDay = computed(() => lastDayOf(this.period()));
  readonly by = computed<ReportGrouping>(
    () => REPORT_GROUPINGS.find((by) => by === this.byState.value()) ?? courseOf(this.period()),
  );
  private readonly asked = computed(() => ({ ...this.period(), by: this.by() }));
  private readonly read = liveQuery<ReadRequest, ReportDto>({
    request: () => (this.business.isKnown() ? { url: '/api/reports', query: this.asked() } : undefined),
    pathOf: ({ url }) => url,
    read: ({ url, query }, reader) => reader.getBody(url, query),
    keepsOld: true,
  });
  readonly report = this.read.value;
  readonly isRefetching = this.read.isRefetching;
  readonly isCounting = computed(() => this.read.problem()?.code === 'counting');
  readonly problem = computed(() => (this.isCounting() ? null : this.read.problem()));

  constructor() {
    effect((onCleanup) => {
      if (!this.isCounting() || this.read.isLoading()) return;
      const timer = setTimeout(() => void this.read.reload(), COUNTING_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }

  reload(): Promise<void> {
    return this.read.reload();
  }

  choose(preset: Preset): void {
    const { from } = this.period();
    if (preset === 'own') this.chooseDays(from, this.lastDay());
    else this.change({ period: preset === USUAL_PRESET ? null : preset, from: null, to: null });
  }

  /** Both the first and the last day are of the period. */
  chooseDays(from: string, last: string): void {
    this.change({ period: 'own', from, to: last });
  }

  group(by: ReportGrouping): void {
    this.byState.set(by);
  }

  async save(): Promise<void> {
    try {
      const content = await this.api.download('/api/reports.csv', 'text/csv;charset=utf-8', this.asked());
      saveFile(content, fileName('report', this.appearance.businessZone()));
    } catch (error) {
      this.toasts.failed('reports.not_saved', toProblem(error));
    }
  }
}
