import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MAIL_WORDS } from '@groupless/shared-dto';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { Bus } from '../../shared/bus/bus';
import { Job } from '../../shared/jobs/job';
import { MAIL_JOB, type Mail } from '../log/mail.entity';
import type { MailContent } from '../log/mail-content';
import { MailsRepository, WITH_KEY } from '../log/mails.repository';
import { ADDRESS_ANSWERED, MAIL_IS_DUE, type ActiveMail, type SaidNow } from '../public';
import { MailSettingsService } from '../settings/mail-settings.service';
import { deliverMail, MailRefusedError } from './mail-transport';

/** With pauses that double from one minute to four hours: a little more than a day. */
const RETRIES = 13;
const NOTE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Sends the mails that wait, one job each. */
@Injectable()
export class MailSenderService {
  constructor(
    private readonly mails: MailsRepository,
    private readonly settings: MailSettingsService,
    private readonly texts: SealedTexts,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  /** A mail that another process has sent meanwhile is left alone. */
  @Job({
    name: MAIL_JOB,
    every: null,
    retries: RETRIES,
    first_pause_s: 60,
    longest_pause_s: 14_400,
    keep_days: 2,
    at_once: 5,
  })
  async send({ id = '' }: { id?: string }, stops = new AbortController().signal): Promise<void> {
    const written = await this.mails.findById(id);
    if (written?.status !== 'waiting' || written.content === null) return;
    stops.throwIfAborted();
    // What no key opens never leaves.
    const active = await this.settings.findActive();
    this.contentOf(written);
    // Noted before it is asked what the mail says: who changes that from now on sees it, and waits for the outcome.
    await this.mails.noteLeaving(id, this.clock.now());
    // An earlier attempt may have brought it.
    const { leaving_since } = written;
    const said = await this.saidNow(written);
    if (said === 'outdated') return this.drop(written);
    if (said === 'changing') {
      await this.mails.noteLeaving(id, leaving_since);
      // The engine tries again; by then the change was compared with what this mail says.
      throw new Error('An appointment of this mail has changed.');
    }
    const anew = said === 'as written' ? {} : said;
    const mail = Object.assign(written, anew);
    const attempts = mail.attempts + 1;
    try {
      const last_response = await this.deliver(mail, active, stops);
      const ended = { sent_at: this.clock.now(), leaving_since: null };
      const sent = { ...anew, ...ended, status: 'sent', last_response } as const;
      const outcome = WITH_KEY.includes(mail.kind) ? { ...sent, content: null } : sent;
      await this.noteSent(() => this.mails.noteAttempt(id, attempts, outcome), stops);
      await this.tellAnswer(mail, null);
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      const isOver = error.is_final || attempts > RETRIES;
      const status = isOver ? 'failed' : 'waiting';
      await this.mails.noteAttempt(id, attempts, {
        ...{ status, last_response: error.message, sent_at: null },
        ...(error.may_have_left ? {} : { leaving_since }),
      });
      if (error.is_of_address) await this.tellAnswer(mail, error.message);
      // The engine tries again what fails.
      if (!isOver) throw error;
    }
  }

  private async saidNow(mail: Mail): Promise<SaidNow> {
    if (mail.about === null || mail.kind === 'team') return 'as written';
    const [said = 'as written'] = await this.bus.tell(MAIL_IS_DUE, mail);
    return said;
  }

  private async tellAnswer(mail: Mail, refusal: string | null): Promise<void> {
    if (mail.client_id !== null) await this.bus.tell(ADDRESS_ANSWERED, { mail, refusal });
  }

  /** Gives up a mail that says what is no longer true. */
  private async drop({ id, attempts, leaving_since }: Mail): Promise<void> {
    await this.mails.noteAttempt(id, attempts, {
      leaving_since,
      status: 'failed',
      last_response: MAIL_WORDS.outdated,
      sent_at: null,
    });
  }

  /** A job that fails sends the mail again, so the note is tried for half a minute by itself. */
  private async noteSent(note: () => Promise<void>, stops: AbortSignal): Promise<void> {
    for (const pause of NOTE_PAUSES_MS) {
      try {
        await note();
        return;
      } catch (error) {
        if (stops.aborted) throw error;
        await setTimeout(pause);
      }
    }
    await note();
  }

  private async deliver(mail: Mail, active: ActiveMail | null, stops: AbortSignal): Promise<string> {
    if (active === null) throw new MailRefusedError(MAIL_WORDS.switched_off, false);
    const { id, recipient: to, subject } = mail;
    const { server, from, reply_to } = active;
    return deliverMail(server, { ...this.contentOf(mail), id, from, reply_to, to, subject }, stops);
  }

  private contentOf({ id, content: sealed }: Mail): MailContent {
    if (sealed === null) throw new Error('A mail without content is not sent.');
    return JSON.parse(this.texts.open(sealed, sealedPlace('mails.content', id))) as MailContent;
  }
}
