import { Component, computed, inject } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { SessionDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { PluralPipe } from '../../i18n/plural';
import { urlState } from '../../layout/url-state';
import { Session } from '../../session/session';
import { FilterChips } from '../../ui/lists/filter-chips';
import { Icon } from '../../ui/icon';
import { Beginning } from '../../ui/long-text';
import { DateTime } from '../../ui/formats/relative-time';
import { Segmented } from '../../ui/forms/segmented';
import { ListFrame } from '../../ui/lists/list-frame';
import { MemoryHeader } from '../memory-header';
import { ChoiceBar } from '../moves/choice-bar';
import { chosenRows } from '../moves/chosen-rows';
import { projectFilter } from '../moves/project-filter';
import { ProjectNames } from '../tasks/project-names';
import { listFilters } from '../../layout/list-filters';
import { openRecord } from '../../layout/open-record';
import { HeldMark } from '../quarantine/held-mark';

const NEWEST_FIRST = '-session_date';
const SORTS = [NEWEST_FIRST, 'session_date'];

/** What the assistant did, day by day. */
@Component({
  selector: 'app-session-timeline',
  imports: [
    ListFrame,
    HeldMark,
    Beginning,
    ChoiceBar,
    DateTime,
    FilterChips,
    Icon,
    MemoryHeader,
    PluralPipe,
    RouterLink,
    RouterOutlet,
    Segmented,
    TranslocoPipe,
  ],
  providers: [ProjectNames],
  templateUrl: './session-timeline.html',
  styleUrls: ['../../ui/lists/list-page.css', '../../ui/lists/row-links.css', './session-timeline.css'],
})
export class SessionTimeline {
  private readonly texts = inject(Texts);
  private readonly formats = inject(Formats);
  protected readonly sort = urlState('sort', NEWEST_FIRST);
  protected readonly project = projectFilter();
  protected readonly filters = listFilters([this.project]);
  protected readonly record = openRecord();
  private readonly mayWrite = inject(Session).isOperator;
  protected readonly sessions = pageList<SessionDto>(
    () => ({ url: '/api/memory/sessions', query: { sort: this.sort.value(), ...this.filters.query() } }),
    { page: 50 },
  );
  protected readonly chosen = chosenRows(this.sessions.items);
  protected readonly isChoosing = computed(
    () => this.project.isOfNone() && this.mayWrite() && this.sessions.items().length > 0,
  );
  protected readonly segments = computed(() => {
    return SORTS.map((value) => ({
      value,
      label: this.texts.of(
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
}
