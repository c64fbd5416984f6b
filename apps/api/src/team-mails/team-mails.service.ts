import { Inject, Injectable } from '@nestjs/common';
import type { MailNotice } from '@groupless/shared-dto';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { MailService, type NewMail } from '../mail/mail.service';
import { Clock } from '../platform/clock';
import { Job } from '../shared/jobs/job';
import type { User } from '../users/user.entity';
import { BackupFaultsService } from './backup-faults.service';
import { detailOf, pageOf } from './notice-words';
import { TeamMailsRepository, type Happened } from './team-mails.repository';

const HOUR_MS = 3_600_000;

/** How long nobody is told of the same again; what is on the list until then waits there. What is about people is told each time. */
const PAUSES_MS: Partial<Record<MailNotice, number>> = {
  agent_silent: HOUR_MS,
  backup_failed: 12 * HOUR_MS,
};

/** Tells each person of the team by mail what that person has chosen; several of a kind in one mail. */
@Injectable()
export class TeamMailsService {
  constructor(
    private readonly notices: TeamMailsRepository,
    private readonly backups: BackupFaultsService,
    private readonly mails: MailService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  @Job({
    name: 'team-mails',
    every: '* * * * *',
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
  })
  async tell(): Promise<void> {
    const now = this.clock.now();
    const noted = await this.notices.list(now);
    const failed = await this.backups.listNew(now);
    if (noted.length === 0 && failed.length === 0) return;
    const standing = noted.filter(({ stands }) => stands);
    const waiting = await this.listPaused(new Set(standing.map(({ kind }) => kind)), now);
    const told = standing.filter(({ kind }) => !waiting.includes(kind));
    const written: NewMail[] = [];
    for (const [kind, ofKind] of Map.groupBy([...told, ...failed], (one) => one.kind)) {
      const onceEach = new Map(ofKind.map((one) => [one.id, one]));
      written.push(...(await this.write(kind, [...onceEach.values()], now)));
    }
    await this.notices.take(
      noted.filter((one) => !one.stands || told.includes(one)).map(({ notice_id }) => notice_id),
      async (transaction) => {
        for (const mail of written) await this.mails.add(transaction, mail);
      },
    );
    await this.mails.wake();
  }

  /** The kinds of which somebody who wants to know was told a short while ago. */
  private async listPaused(kinds: Iterable<MailNotice>, now: Date): Promise<MailNotice[]> {
    const paused: MailNotice[] = [];
    for (const kind of kinds)
      for (const reader of await this.notices.listReaders(kind))
        if (!paused.includes(kind) && (await this.isTold(reader, kind, now))) paused.push(kind);
    return paused;
  }

  /** One mail for each person who wants to know. */
  private async write(kind: MailNotice, happened: readonly Happened[], now: Date): Promise<NewMail[]> {
    const written: NewMail[] = [];
    for (const reader of await this.notices.listReaders(kind)) {
      if (await this.isTold(reader, kind, now)) continue;
      const { email: to, locale: language, name } = reader;
      const link = this.linkTo(kind, happened);
      const detail = detailOf(happened, reader);
      const telling = { kind: 'team', to, language, notice: kind, detail, values: { name, link } } as const;
      const mail = await this.mails.compose({ ...telling, about: kind });
      if (mail !== null) written.push(mail);
    }
    return written;
  }

  private async isTold({ email }: User, kind: MailNotice, now: Date): Promise<boolean> {
    const pause = PAUSES_MS[kind];
    if (pause === undefined) return false;
    const last = await this.notices.lastTold(email, kind);
    return last !== null && now.getTime() - last.getTime() < pause;
  }

  /** Without `PUBLIC_URL` nobody knows the address of the panel. */
  private linkTo(kind: MailNotice, happened: readonly Happened[]): string {
    const { public_url } = this.settings;
    return public_url === null ? '' : `${public_url}${pageOf(kind, happened)}`;
  }
}
