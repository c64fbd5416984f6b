import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  APPOINTMENT_SOURCES,
  MESSAGE_ROLES,
  type BookedDayDto,
  type MessageDayDto,
} from '@groupless/shared-dto';
import { Appearance } from '../i18n/appearance';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { PluralPipe } from '../i18n/plural';
import { PageHeader } from '../layout/page-header';
import { Session } from '../session/session';
import { ErrorPanel } from '../ui/error-panel';
import { DateTime } from '../ui/formats/relative-time';
import { RefetchBar, Skeleton, WhileWaiting } from '../ui/skeleton';
import { Sparkline } from '../ui/sparkline';
import { ActiveAccount } from './active-account';
import { AttentionList } from './attention/attention-list';
import { DashboardData } from './dashboard-data';
import { DayChart } from '../ui/charts/day-chart';
import { seriesOf, totalsOf } from './day-series';
import { Difference } from './difference';
import { FirstSteps } from './first-steps/first-steps';
import { isTouched } from './attention/attention';
import { appointmentsOf, newClients, PLACES } from './places';
import { StatisticCard } from '../ui/charts/statistic-card';
import { PauseButton } from '../crm/agent-pause/pause-button';
import { PauseNotice } from '../crm/agent-pause/pause-notice';
import { Timeline } from './timeline/timeline';

/** How the business goes, on one page that keeps itself up to date. */
@Component({
  selector: 'app-dashboard',
  imports: [
    ActiveAccount,
    AttentionList,
    DateTime,
    DayChart,
    Difference,
    ErrorPanel,
    FirstSteps,
    PageHeader,
    PauseButton,
    PauseNotice,
    PluralPipe,
    RefetchBar,
    Skeleton,
    Sparkline,
    StatisticCard,
    Timeline,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './dashboard.html',
  styleUrl: './dashboard.css',
  providers: [DashboardData],
})
export class Dashboard {
  protected readonly data = inject(DashboardData);
  protected readonly shown = this.data.dashboard;
  protected readonly formats = inject(Formats);
  private readonly seesMemory = inject(Session).seesMemory;
  private readonly used_for = inject(Appearance).used_for;
  private readonly texts = inject(Texts);
  protected readonly places = PLACES;
  protected readonly newClients = newClients;
  protected readonly placeholders = [1, 2, 3, 4];

  private readonly bookedDays = computed<readonly BookedDayDto[]>(
    () => this.data.dashboard()?.appointments.by_day_30d ?? [],
  );
  private readonly messageDays = computed<readonly MessageDayDto[]>(
    () => this.data.dashboard()?.conversations.messages_by_day_14d ?? [],
  );
  protected readonly bookedDates = computed(() => this.bookedDays().map(({ date }) => date));
  protected readonly messageDates = computed(() => this.messageDays().map(({ date }) => date));
  protected readonly booked = computed(() =>
    seriesOf(this.bookedDays(), APPOINTMENT_SOURCES, (id) => this.texts.of(`dashboard.sources.${id}`)).filter(
      // Who has no booking page need not read of it.
      ({ values }) => this.hasAny(values),
    ),
  );
  protected readonly messages = computed(() =>
    seriesOf(this.messageDays(), MESSAGE_ROLES, (id) => this.texts.of(`dashboard.writers.${id}`)),
  );
  protected readonly bookedADay = computed(() => totalsOf(this.booked()));
  protected readonly messagesADay = computed(() => totalsOf(this.messages()));
  /** What this is for is asked before anything else. */
  protected readonly isAsked = computed(() => this.shown()?.first_steps[0] === 'use');
  /** What the installation is not for is shown once there is something of it. */
  protected readonly hasBookings = computed(() => {
    const shown = this.shown();
    const now = shown && shown.clients.total + shown.conversations.open + shown.appointments.next_7d;
    return now !== null && (now > 0 || this.hasAny(this.bookedADay()));
  });
  protected readonly showsBookings = computed(() => this.used_for() !== 'memory' || this.hasBookings());
  protected readonly showsMemory = computed(() => {
    const { tasks = null, active_accounts = [] } = this.shown() ?? {};
    if (!this.seesMemory() || this.used_for() !== 'bookings') return this.seesMemory();
    return (tasks?.pending ?? 0) > 0 || active_accounts.some(isTouched);
  });
  protected readonly today = computed(() => appointmentsOf(this.bookedDates().at(-1) ?? ''));
  protected readonly coming = computed(() => [
    ...this.data.begunAppointments(),
    ...(this.data.dashboard()?.appointments.next ?? []),
  ]);

  /** By the server's clock, as the dashboard was read. */
  protected lasting(since: string): string {
    return this.formats.lasting(Date.parse(this.shown()?.generated_at ?? since) - Date.parse(since));
  }

  /** A chart without a single bar says nothing. */
  protected hasAny(values: readonly number[]): boolean {
    return values.some((value) => value > 0);
  }
}
