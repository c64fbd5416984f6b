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
import { OF_ADMINS, TeamMailsRepository, type Happened, type Noted } from './team-mails.repository';

const HOUR_MS = 3_600_000;

/** How long nobody is told of the same again; what is on the list until then waits there. What is about people is told each time. */
const PAUSES_MS: Partial<Record<MailNotice, number>> = {
  agent_silent: HOUR_MS,
  backup_failed: 12 * HOUR_MS,
  something_fails: 24 * HOUR_MS,
};

const toAll = (happened: Happened) => ({ ...happened, user_id: null });
const groupOf = ({ kind, user_id }: Pick<Noted, 'kind' | 'user_id'>) => `${kind} ${user_id ?? ''}`;

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
    const failed = [...(await this.backups.listNew(now)), ...(await this.backups.listFailing(now))];
    if (noted.length === 0 && failed.length === 0) return;
    const standing = noted.filter(({ stands }) => stands);
    const written: NewMail[] = [];
    const waiting: MailNotice[] = [];
    for (const ofKind of Map.groupBy([...standing, ...failed.map(toAll)], groupOf).values()) {
      const [{ kind, user_id }] = ofKind as [(typeof ofKind)[number]];
      const wanting = await this.notices.listReaders(kind);
      const readers = wanting.filter(({ id }) => user_id === null || id === user_id);
      const untold = await this.listUntold(readers, kind, now);
      // What is looked for is not on the list, on which the others wait until all readers may be told.
      if (!OF_ADMINS.includes(kind) && untold.length < readers.length) waiting.push(kind);
      else written.push(...(await this.write(kind, ofKind, untold)));
    }
    const done = noted.filter(({ stands, kind }) => !stands || !waiting.includes(kind));
    await this.notices.take(
      done.map(({ notice_id }) => notice_id),
      async (transaction) => {
        for (const mail of written) await this.mails.add(transaction, mail);
      },
    );
    await this.mails.wake();
  }

  /** Those who were not told of the same a short while ago. */
  private async listUntold(readers: readonly User[], kind: MailNotice, now: Date): Promise<User[]> {
    const untold: User[] = [];
    for (const reader of readers) if (!(await this.isTold(reader, kind, now))) untold.push(reader);
    return untold;
  }

  /** One mail for each reader, which names each object once. */
  private async write(
    kind: MailNotice,
    happened: readonly Happened[],
    readers: readonly User[],
  ): Promise<NewMail[]> {
    const objects = [...new Map(happened.map((one) => [one.id, one])).values()];
    const link = this.linkTo(kind, objects);
    const written: NewMail[] = [];
    for (const reader of readers) {
      const { email: to, locale: language, name } = reader;
      const detail = detailOf(objects, reader);
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
