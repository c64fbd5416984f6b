import { Injectable } from '@nestjs/common';
import {
  MAIL_WORDS,
  type MailKind,
  type MailLanguage,
  type MailNotice,
  type MailPlaceholder,
  type MailTextInputDto,
} from '@groupless/shared-dto';
import { sealedPlace } from '../database/sealed/sealed-columns';
import type { Transaction } from '../database/transaction';
import { JobsService } from '../jobs/jobs.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { mailLanguageOf } from '../shared/mail-language';
import { newId } from '../shared/new-id';
import { MAIL_JOB, type Mail } from './log/mail.entity';
import type { MailContent } from './log/mail-content';
import { MailsRepository } from './log/mails.repository';
import { isSent, MailSettingsService } from './settings/mail-settings.service';
import { nameOfBusiness } from '../shared/name-of-business';
import { filledText, type MailValues } from './texts/filled-text';
import { linksIn, mailPage } from './texts/mail-page';
import { MailTextsService } from './texts/mail-texts.service';
import type { ProgramWords, SecurityNotice } from './texts/language-texts';
import { STANDARD_TEXTS } from './texts/standard-texts';

/** What is to be told, and to whom. */
export interface Telling {
  /** Of a mail that is written anew, or for what is told once. */
  id?: string;
  kind: MailKind;
  to: string;
  /** A BCP 47 tag. Null: the language of the business. */
  language: string | null;
  values: MailValues;
  /** Where it tells of several appointments at once: those of the others, by time. */
  others?: readonly MailValues[];
  /** What a mail of the kinds `security` and `team` says. */
  notice?: SecurityNotice | MailNotice;
  /** Added to the notice in the text, not in the subject, which everybody who may read the log sees. */
  detail?: string;
  client_id?: string;
  appointment_id?: string;
  /** What of the appointment it tells, as in `Mail.about`; to the team, which notice it is. */
  about?: string;
  calendar?: MailContent['calendar'];
  unsubscribe?: MailContent['unsubscribe'];
  /** In place of the text of the kind: words that the program alone has. */
  words?: ProgramWords | null;
  /** What it has to say in any case: where the text has no place for it, it stands behind the time. */
  news?: readonly MailPlaceholder[];
}

/** A mail that is written but not stored yet. */
export type NewMail = Pick<
  Mail,
  | 'id'
  | 'kind'
  | 'recipient'
  | 'subject'
  | 'content'
  | 'client_id'
  | 'appointment_id'
  | 'about'
  | 'created_at'
>;

/** Stands for the business until the settings have its name. */
const NO_NAME = 'Groupless';

/** Writes mails to people. What sends them is `MailSenderService`. */
@Injectable()
export class MailService {
  constructor(
    private readonly mails: MailsRepository,
    private readonly settings: MailSettingsService,
    private readonly texts: MailTextsService,
    private readonly business: ChatAgentSettingsService,
    private readonly jobs: JobsService,
    private readonly sealing: SealedTexts,
    private readonly clock: Clock,
  ) {}

  /** Null: mail is off, or mails of this kind are. */
  async compose(telling: Telling): Promise<NewMail | null> {
    const { kind, to } = telling;
    const active = await this.settings.findActive();
    if (active === null || !isSent(kind, active.sends)) return null;
    const { subject, text, language } = await this.write(telling);
    const html = mailPage({ subject, text, language, links: linksIn(telling.values) });
    const now = this.clock.now();
    const { id = newId(now) } = telling;
    const content: MailContent = {
      text,
      html,
      calendar: telling.calendar ?? null,
      ...(telling.unsubscribe ? { unsubscribe: telling.unsubscribe } : {}),
    };
    return {
      id,
      kind,
      recipient: to,
      subject,
      created_at: now,
      content: this.sealing.seal(JSON.stringify(content), sealedPlace('mails.content', id)),
      client_id: telling.client_id ?? null,
      appointment_id: telling.appointment_id ?? null,
      about: telling.about ?? null,
    };
  }

  /** The words of a mail, whether mails of the kind are sent or not: reminders go by other ways too. */
  async write({
    kind,
    language: asked,
    notice,
    detail = '',
    values,
    others = [],
    words = null,
    news = [],
  }: Pick<
    Telling,
    'kind' | 'language' | 'notice' | 'detail' | 'values' | 'others' | 'words' | 'news'
  >): Promise<MailTextInputDto & { language: MailLanguage }> {
    const settings = await this.business.current();
    const { phone, address, language: ofBusiness } = settings;
    const business = nameOfBusiness(settings) || NO_NAME;
    const language = mailLanguageOf(asked, ofBusiness);
    const said = notice === undefined ? '' : STANDARD_TEXTS[language].notices[notice];
    const what = [said, detail].filter((part) => part !== '').join(': ');
    const template = words === null ? await this.texts.find(kind, language) : STANDARD_TEXTS[language][words];
    const filledWith = (told: string) =>
      filledText(template, { business, address, phone, what: told, ...values }, { others, news });
    const { one, other } = STANDARD_TEXTS[language].others;
    const more = (others.length === 1 ? one : other).replace('{count}', String(others.length));
    const { subject } = filledWith(said);
    return {
      subject: others.length === 0 ? subject : `${subject} ${more}`,
      text: filledWith(what).text,
      language,
    };
  }

  /** Whether the text of one of the kinds has a place for this value. */
  async says(
    kinds: readonly MailKind[],
    asked: string | null,
    placeholder: MailPlaceholder,
  ): Promise<boolean> {
    const { language } = await this.business.current();
    for (const kind of kinds) {
      const { subject, text } = await this.texts.find(kind, mailLanguageOf(asked, language));
      if (`${subject}${text}`.includes(`{${placeholder}}`)) return true;
    }
    return false;
  }

  /** Stores a mail once in the transaction of what it tells of. After the commit, `wake()` sends it without delay. */
  async add(transaction: Transaction, mail: NewMail): Promise<void> {
    if (!(await this.mails.insertIn(transaction, mail))) return;
    await this.jobs.add(transaction, MAIL_JOB, { id: mail.id });
  }

  /** Waiting mails with a link are not sent to an address that is no longer the user's. */
  giveUpLinksTo(transaction: Transaction, email: string): Promise<void> {
    return this.mails.giveUpLinksTo(transaction, email, MAIL_WORDS.other_email);
  }

  wake(): Promise<void> {
    return this.jobs.wake(MAIL_JOB);
  }

  /** Writes and stores a mail about something that is done already. */
  async send(telling: Telling): Promise<void> {
    const mail = await this.compose(telling);
    if (mail === null) return;
    await this.mails.within((transaction) => this.add(transaction, mail));
    await this.wake();
  }
}
