import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import {
  MAIL_KINDS,
  MAIL_TLS,
  type FieldErrorDto,
  type MailKind,
  type MailSendsDto,
  type MailSettingsDto,
  type ReplaceMailSettingsDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { parseSender, type SenderAddress } from '../../platform/addresses/sender-address';
import type { SmtpServer } from '../../config/smtp-url';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { JobsService } from '../../jobs/jobs.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { Versioned } from '../../platform/http/answer';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { Bus } from '../../shared/bus/bus';
import { MAIL_JOB } from '../log/mail.entity';
import { KINDS_SWITCHED_ON, type ActiveMail, type MailPlan } from '../public';
import type { MailSettings } from './mail-settings.entity';
import { sendsOf, toMailSettingsDto } from './mail-settings.mapper';
import { MailSettingsRepository } from './mail-settings.repository';

const PASSWORD = sealedPlace('mail_settings.password', 'true');

/** The mail server, and what is sent. */
@Injectable()
export class MailSettingsService {
  constructor(
    private readonly stored: MailSettingsRepository,
    private readonly texts: SealedTexts,
    private readonly audit: AuditService,
    private readonly jobs: JobsService,
    private readonly bus: Bus,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async get(): Promise<Versioned<MailSettingsDto>> {
    return this.versioned(await this.stored.getSettings());
  }

  /** Null: mail is off, or lacks a server or a sender. */
  async findActive(): Promise<ActiveMail | null> {
    return this.activeOf(await this.stored.getSettings());
  }

  /** By which ways clients are told. */
  async plan(): Promise<MailPlan> {
    const row = await this.stored.getSettings();
    const { chat_reminders_from: from, reminder_hours, quiet } = row;
    return { active: this.activeOf(row), chat: from === null ? null : { from, reminder_hours, quiet } };
  }

  /** Whether clients are to be reminded, in any way, and what of it goes by mail. */
  async reminders(): Promise<{ are_on: boolean; by_mail: 'on' | 'off' | 'mail_off' }> {
    const row = await this.stored.getSettings();
    const { reminder } = sendsOf(row);
    const by_mail = !reminder ? 'off' : this.activeOf(row) === null ? 'mail_off' : 'on';
    return { are_on: reminder || row.chat_reminders_from !== null, by_mail };
  }

  private activeOf(row: MailSettings): ActiveMail | null {
    const from = this.senderOf(row);
    if (from === null) return null;
    const { reply_to, reminder_hours, quiet, told_from } = row;
    const told = { sends: sendsOf(row), reminder_hours, quiet, told_from };
    return { server: this.serverOf(row), from, reply_to, ...told };
  }

  /** @throws AppError `mail_not_set_up` */
  async getActive(): Promise<ActiveMail> {
    const active = await this.findActive();
    if (active === null)
      throw new AppError(
        'mail_not_set_up',
        this.settings.is_demo
          ? 'The demo sends no mail.'
          : 'Name a mail server and a sender, and switch mail on.',
      );
    return active;
  }

  /** Notes that up to now no reminders go by mail. */
  noteNoReminders(now: Date): Promise<void> {
    return this.stored.noteNoReminders(now);
  }

  /** @throws AppError `invalid_request`, `version_mismatch` */
  async replace(
    given: ReplaceMailSettingsDto,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<Versioned<MailSettingsDto>> {
    const { password } = given;
    const event = this.audit.eventOf(actor, { action: 'settings.updated', object: 'settings:mail' });
    const change = (before: MailSettings) => {
      const faults = [...this.faultsOf(given), ...faultsOfPassword(given, before)];
      if (faults.length > 0) throw invalidRequest(faults);
      const { enabled, from, reply_to, server, sends, reminder_hours, quiet, chat_reminders } = given;
      return {
        enabled,
        sender: from,
        reply_to,
        sends: sendsOf(before, sends),
        quiet,
        chat_reminders,
        server: { host: server.host, port: server.port, tls: server.tls, user: server.user },
        reminder_hours: [...reminder_hours].sort((a, b) => b - a),
        password: password === undefined ? before.password : this.sealed(password),
        chat_reminders_from: chat_reminders ? (before.chat_reminders_from ?? this.clock.now()) : null,
        told_from:
          this.senderOf(before) !== null && before.sends.reminder ? before.told_from : this.clock.now(),
        updated_at: this.clock.now(),
      };
    };
    const replaced = await this.stored.replace(versions, change, event, async (transaction, ...rows) => {
      const [before, after] = rows.map((row) => this.activeOf(row)) as [ActiveMail | null, ActiveMail | null];
      const kinds = MAIL_KINDS.filter((kind) => isSentBy(after, kind) && !isSentBy(before, kind));
      if (kinds.length > 0) await this.bus.tell(KINDS_SWITCHED_ON, { transaction, kinds, before });
    });
    // What these settings mend waits for its next attempt, which may be hours away.
    await this.jobs.run(MAIL_JOB);
    return this.versioned(replaced);
  }

  private versioned(row: MailSettings): Versioned<MailSettingsDto> {
    return new Versioned(this.dtoOf(row), row.version);
  }

  private dtoOf(row: MailSettings): MailSettingsDto {
    return toMailSettingsDto(row, this.settings);
  }

  /** Null: mail is off, or lacks a server or a sender. The demo sends none. */
  private senderOf(row: MailSettings): SenderAddress | null {
    if (this.settings.is_demo) return null;
    const { enabled, from, server } = this.dtoOf(row);
    return enabled && server.host !== '' ? parseSender(from) : null;
  }

  private serverOf({ server, password }: MailSettings): SmtpServer {
    if (this.settings.smtp !== null) return this.settings.smtp;
    return { ...server, password: password === null ? '' : this.texts.open(password, PASSWORD) };
  }

  private sealed(password: string | null): string | null {
    return password === null || password === '' ? null : this.texts.seal(password, PASSWORD);
  }

  /** What mail needs to be on. The environment may give it. */
  private faultsOf({ enabled, from, server, quiet }: ReplaceMailSettingsDto): FieldErrorDto[] {
    const faults: FieldErrorDto[] = [];
    if (quiet !== null && quiet.from === quiet.to) faults.push(NO_END);
    if (server.host !== '' && !isHost(server.host)) faults.push(NO_HOST);
    if (!enabled || this.settings.smtp !== null) return faults;
    if (server.host.trim() === '') faults.push(required('server.host'));
    if (from === '' && this.settings.mail_from === null) faults.push(required('from'));
    return faults;
  }
}

/** A link for a forgotten password is always sent; of what the team is told, each user chooses. */
export function isSent(kind: MailKind, sends: MailSendsDto): boolean {
  // The waiting list has a switch of its own.
  if (kind === 'reset' || kind === 'team' || kind === 'offered') return true;
  return sends[kind === 'restored' ? 'cancelled' : kind];
}

export function isSentBy(active: ActiveMail | null, kind: MailKind): boolean {
  return active !== null && isSent(kind, active.sends);
}

const NO_END: FieldErrorDto = {
  field: 'quiet.to',
  code: 'not_allowed',
  message: 'quiet.to must be another time than quiet.from; null for no quiet hours.',
};

const NO_HOST: FieldErrorDto = {
  field: 'server.host',
  code: 'invalid_format',
  message: 'server.host must be the name or the address of a server, such as mail.example.com.',
};

/** A name or an IP address alone: no port, path, or option of a program. */
function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}])?$/u.test(text);
}

function required(field: string): FieldErrorDto {
  return { field, code: 'required', message: `${field} is required while mail is on.` };
}

/** A stored password goes to the server that it was given for, no less encrypted than then, and to no other. */
function faultsOfPassword(
  { server, password }: ReplaceMailSettingsDto,
  before: MailSettings,
): FieldErrorDto[] {
  const { host, port, user, tls } = before.server;
  const isWeaker = MAIL_TLS.indexOf(server.tls) < MAIL_TLS.indexOf(tls);
  const isSame = server.host === host && server.port === port && server.user === user && !isWeaker;
  if (isSame || before.password === null || password !== undefined) return [];
  const message = 'password is required for another server or user, or weaker encryption; null for none.';
  return [{ field: 'password', code: 'required', message }];
}
