import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { SessionDto } from '@groupless/shared-dto';
import { pageList } from '../../http/page-list';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { PageHeader } from '../../layout/page-header';
import { urlState } from '../../layout/url-state';
import { Appearance } from '../../session/appearance';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { DateTime } from '../../ui/relative-time';
import { Segmented } from '../../ui/segmented';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { MemoryTabs } from '../memory-tabs';
import { MoreRows } from '../more-rows';
import { openRecord } from '../open-record';

const NEWEST_FIRST = '-session_date';
const SORTS = [NEWEST_FIRST, 'session_date'];

/** What the assistant did, day by day. */
@Component({
  selector: 'app-session-timeline',
  imports: [
    DateTime,
    EmptyState,
    ErrorPanel,
    Icon,
    MemoryTabs,
    MoreRows,
    PageHeader,
    PluralPipe,
    RefetchBar,
    RouterLink,
    RouterOutlet,
    Segmented,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './session-timeline.html',
  styleUrls: ['../memory-page.css', './session-timeline.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SessionTimeline {
  private readonly transloco = inject(TranslocoService);
  private readonly appearance = inject(Appearance);
  private readonly formats = inject(Formats);
  protected readonly sort = urlState('sort', NEWEST_FIRST);
  protected readonly record = openRecord();
  protected readonly sessions = pageList<SessionDto>(
    () => ({ url: '/api/memory/sessions', query: { sort: this.sort.value() } }),
    { page: 50 },
  );
  protected readonly segments = computed(() => {
    this.appearance.locale();
    return SORTS.map((value) => ({
      value,
      label: this.transloco.translate(
        value === NEWEST_FIRST ? 'memory.session.newest_first' : 'memory.session.oldest_first',
      ),
    }));
  });
  /** By the calendar of the business's zone. */
  protected readonly days = computed(() => {
    const days: { day: string; sessions: SessionDto[] }[] = [];
    for (const session of this.sessions.items()) {
      const day = this.formats.date(session.session_date);
      const last = days.at(-1);
      if (last?.day === day) last.sessions.push(session);
      else days.push({ day, sessions: [session] });
    }
    return days;
  });
  protected readonly isEmpty = computed(
    () => this.days().length === 0 && !this.sessions.is_first_load() && this.sessions.problem() === null,
  );
  protected readonly placeholders = [1, 2, 3, 4];
}
