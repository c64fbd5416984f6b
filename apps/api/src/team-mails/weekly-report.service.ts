import { Inject, Injectable } from '@nestjs/common';
import type { ReportDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { MailService } from '../mail/mail.service';
import { Clock } from '../platform/clock';
import { ReportsService } from '../reports/reports.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { mailLanguageOf } from '../shared/mail-language';
import { Job } from '../shared/jobs/job';
import type { User } from '../users/user.entity';
import { TeamMailsRepository } from './team-mails.repository';
import { WEEKLY_WORDS, type WeeklyWords } from './weekly-words';

/** From then on Mondays, by the clock of the business. */
const HOUR = 7;
const MONDAY = 1;

/** Tells on Mondays how the week before went, each person who wants to know once. */
@Injectable()
export class WeeklyReportService {
  constructor(
    private readonly notices: TeamMailsRepository,
    private readonly reports: ReportsService,
    private readonly mails: MailService,
    private readonly chatAgent: ChatAgentSettingsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  @Job({
    name: 'weekly-report',
    every: '5 * * * *',
    retries: 3,
    first_pause_s: 60,
    longest_pause_s: 600,
    keep_days: 7,
  })
  async tell(): Promise<void> {
    const { time_zone } = await this.chatAgent.current();
    const now = Temporal.Instant.fromEpochMilliseconds(this.clock.now().getTime()).toZonedDateTimeISO(
      time_zone,
    );
    if (now.dayOfWeek !== MONDAY || now.hour < HOUR) return;
    const monday = now.toPlainDate();
    const about = `weekly_report:${monday.toString()}`;
    const readers = await this.listUntold(about);
    if (readers.length === 0) return;
    const week = { from: monday.subtract({ days: 7 }).toString(), to: monday.toString() };
    const report = await this.reports.get(week);
    for (const reader of readers) await this.tellOne(reader, report, about);
    await this.mails.wake();
  }

  /** Those whose mail of this Monday is not there yet. */
  private async listUntold(about: string): Promise<User[]> {
    const untold: User[] = [];
    for (const reader of await this.notices.listReaders('weekly_report'))
      if ((await this.notices.lastTold(reader.email, about)) === null) untold.push(reader);
    return untold;
  }

  private async tellOne(reader: User, report: ReportDto, about: string): Promise<void> {
    const { email: to, locale: language, name } = reader;
    const { public_url } = this.settings;
    const link = public_url === null ? '' : `${public_url}${pathOf(report)}`;
    const detail = detailOf(report, WEEKLY_WORDS[mailLanguageOf(language)]);
    const telling = {
      kind: 'team',
      to,
      language,
      notice: 'weekly_report',
      detail,
      values: { name, link },
    } as const;
    const mail = await this.mails.compose({ ...telling, about });
    if (mail === null) return;
    await this.notices.once(reader, about, (transaction) => this.mails.add(transaction, mail));
  }
}

/** The same week in the panel. */
function pathOf({ period: { from, to } }: ReportDto): string {
  const last = Temporal.PlainDate.from(to).subtract({ days: 1 }).toString();
  return `/reports?period=own&from=${from}&to=${last}`;
}

/** A figure with that of the week before in brackets. */
function detailOf({ bookings, conversations, response }: ReportDto, words: WeeklyWords): string {
  const now = { ...bookings, ...conversations, ...response };
  const before = { ...bookings.previous, ...conversations.previous, ...response.previous };
  return (Object.keys(words) as (keyof WeeklyWords)[])
    .map((figure) => `${words[figure]}: ${now[figure] ?? '–'} (${before[figure] ?? '–'})`)
    .join('; ');
}
