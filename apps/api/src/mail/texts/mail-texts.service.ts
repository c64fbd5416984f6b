import { Injectable } from '@nestjs/common';
import {
  MAIL_KINDS,
  MAIL_LANGUAGES,
  type MailKind,
  type MailLanguage,
  type MailPreviewDto,
  type MailTextDto,
  type MailTextInputDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { Actor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { nameOfBusiness } from '../../shared/name-of-business';
import { escapeHtml } from '../../shared/escape-html';
import { mailLanguageOf } from '../../shared/mail-language';
import { Bus } from '../../shared/bus/bus';
import { LINK_TEXT_CHANGED, MAIL_EXAMPLE } from '../public';
import { filledText, textFaults, type MailValues } from './filled-text';
import { linksIn, mailPage } from './mail-page';
import { MailTextsRepository } from './mail-texts.repository';
import { STANDARD_TEXTS } from './standard-texts';

/** Which text. */
export interface TextPlace {
  kind: MailKind;
  language: MailLanguage;
}

/** Until there is an appointment. */
const INVENTED: MailValues = {
  ...{ name: 'Jana Novak', client: 'Jana Novak', attendee: 'Tim Novak' },
  ...{ service: 'Consultation', resource: 'Emil', time: '09:30', duration: '45 min', price: '€ 45' },
};
/** Their links set passwords. */
const WITH_LINKS: readonly MailKind[] = ['invitation', 'reset'];
const EXAMPLE_LINK = 'https://example.com/reset#token=…';

/** The texts of mails: those of the business, else those of the program. */
@Injectable()
export class MailTextsService {
  constructor(
    private readonly texts: MailTextsRepository,
    private readonly business: ChatAgentSettingsService,
    private readonly bus: Bus,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async find(kind: MailKind, language: MailLanguage): Promise<MailTextInputDto> {
    const { subject, text } = await this.get({ kind, language });
    return { subject, text };
  }

  /** @throws AppError `not_found` */
  async get(given: Record<keyof TextPlace, string>): Promise<MailTextDto> {
    const { kind, language } = placeOf(given);
    const stored = await this.texts.findText(kind, language);
    // One that an earlier version took and this one would refuse is not sent either.
    const isOwn = stored !== null && textFaults(kind, stored).length === 0;
    const { subject, text } = isOwn ? stored : STANDARD_TEXTS[language].kinds[kind];
    return { subject, text, is_standard: !isOwn };
  }

  /** @throws AppError `not_found`, `invalid_request` for unknown placeholders or a link that something touches */
  async replace(
    given: Record<keyof TextPlace, string>,
    input: MailTextInputDto,
    actor: Actor,
  ): Promise<MailTextDto> {
    const place = placeOf(given);
    demandFaultless(place.kind, input);
    const { subject, text } = input;
    const row = { ...place, subject, text, updated_at: this.clock.now() };
    await this.texts.storeText(row, this.eventOf(place, actor));
    await this.tellOfLinks(place);
    return { subject, text, is_standard: false };
  }

  /** Back to the text of the program. */
  async reset(given: Record<keyof TextPlace, string>, actor: Actor): Promise<void> {
    const place = placeOf(given);
    await this.texts.deleteText(place.kind, place.language, this.eventOf(place, actor));
    await this.tellOfLinks(place);
  }

  /** What such a mail would look like. */
  async preview(given: Record<keyof TextPlace, string>, input: MailTextInputDto): Promise<MailPreviewDto> {
    const { kind, language } = placeOf(given);
    demandFaultless(kind, input);
    const settings = await this.business.current();
    const { address, phone } = settings;
    const business = nameOfBusiness(settings);
    const { notices } = STANDARD_TEXTS[language];
    const what = kind === 'team' ? notices.needs_human : notices.password_changed;
    const own = { business, address, phone, what, link: EXAMPLE_LINK };
    const values = { ...(await this.exampleIn(language)), ...own };
    const { subject, text } = filledText(input, values);
    return {
      subject,
      text,
      html: mailPage({ subject, text, language, links: linksIn(values) }),
    };
  }

  /** The page that asks whether reminders by mail shall end, or says that they have. */
  async unsubscribePage(asked: string | null, step: 'question' | 'done'): Promise<string> {
    const language = mailLanguageOf(asked, (await this.business.current()).language);
    const words = STANDARD_TEXTS[language].unsubscribe;
    const button =
      step === 'done' ? '' : `<form method="post"><button>${escapeHtml(words.button)}</button></form>`;
    return (
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${escapeHtml(words.button)}</title></head><body><p>${escapeHtml(words[step])}</p>${button}</body></html>`
    );
  }

  /** Those of the business where there are some, else invented ones. */
  private async exampleIn(language: MailLanguage): Promise<MailValues> {
    const [own] = await this.bus.tell(MAIL_EXAMPLE, { language });
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' });
    return own ?? { ...INVENTED, date: date.format(this.clock.now()) };
  }

  private async tellOfLinks({ kind }: TextPlace): Promise<void> {
    if (WITH_LINKS.includes(kind)) await this.bus.tell(LINK_TEXT_CHANGED, {});
  }

  private eventOf({ kind, language }: TextPlace, actor: Actor) {
    const details = { fields: `${kind} (${language})` };
    return this.audit.eventOf(actor, { action: 'settings.updated', object: 'settings:mail', details });
  }
}

/** @throws AppError `not_found` */
function placeOf({ kind, language }: Record<keyof TextPlace, string>): TextPlace {
  return {
    kind: found(MAIL_KINDS.find((one) => one === kind) ?? null, 'kind of mail'),
    language: found(MAIL_LANGUAGES.find((one) => one === language) ?? null, 'language of mails'),
  };
}

/** @throws AppError `invalid_request` */
function demandFaultless(kind: MailKind, input: MailTextInputDto): void {
  const faults = textFaults(kind, input);
  if (faults.length > 0) throw invalidRequest(faults);
}
