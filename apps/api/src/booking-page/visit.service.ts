import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MAIL_LANGUAGES, type MailLanguage } from '@groupless/shared-dto';
import { BookingRulesService } from '../appointments/rules/booking-rules.service';
import { BOOKING_PAGE } from '../appointments/public';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { MailSettingsService } from '../mail/settings/mail-settings.service';
import { AppError } from '../platform/errors/app-error';
import { BookingPage } from '../settings/booking-page/booking-page.entity';
import { BookingPageService } from '../settings/booking-page/booking-page.service';
import type { CurrentSettings } from '../settings/chat-agent-settings.service';
import { mailLanguageOf } from '../shared/mail-language';
import type { PageTexts } from './texts/page-texts';
import { PAGE_TEXTS } from './texts/texts-of';

/** What any page needs. */
export interface PlainVisit {
  language: MailLanguage;
  /** The language of the address; null: the browser's, or that of the business. */
  asked_language: MailLanguage | null;
  texts: PageTexts;
  page: Pick<BookingPage, 'accent' | 'title' | 'has_logo' | 'frame_hosts' | 'version'>;
  business: Pick<CurrentSettings, 'business_name' | 'name'>;
  /** Of the style and the script of this answer. */
  nonce: string;
}

/** Who looks at the page: in which language, and what the page is for them. */
export interface Visit extends PlainVisit {
  page: BookingPage;
  /** With what the page offers alone. */
  business: CurrentSettings;
  /** Whether visitors are asked for an email to which links can be sent. */
  is_mailed: boolean;
  /** Whether a booking counts only once its email is confirmed. */
  confirms_contact: boolean;
}

/** Says nothing of the business, and needs no database. */
const NO_PAGE: Pick<PlainVisit, 'page' | 'business'> = {
  page: { accent: '#4758d4', title: '', has_logo: false, frame_hosts: [], version: 0 },
  business: { business_name: '', name: '' },
};

export function plainVisit(request: FastifyRequest): PlainVisit {
  return { ...languageOf(request), ...NO_PAGE, nonce: newNonce() };
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}

function languageOf(
  { query, headers }: FastifyRequest,
  ofBusiness = 'en',
): Pick<Visit, 'language' | 'asked_language' | 'texts'> {
  const { lang } = (query ?? {}) as Record<string, unknown>;
  const asked_language = MAIL_LANGUAGES.find((one) => one === lang) ?? null;
  const language = asked_language ?? mailLanguageOf(...tagsIn(headers['accept-language'] ?? ''), ofBusiness);
  return { language, asked_language, texts: PAGE_TEXTS[language] };
}

@Injectable()
export class VisitService {
  constructor(
    private readonly page: BookingPageService,
    private readonly rules: BookingRulesService,
    private readonly mail: MailSettingsService,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /**
   * @param slug as the address has it; null: it has none
   * @throws AppError `not_found` while the page is off
   */
  async open(request: FastifyRequest, slug: string | null = null): Promise<Visit> {
    const stored = await this.page.current();
    if (!stored.enabled || (slug !== null && slug !== stored.slug))
      throw new AppError('not_found', 'There is no such page.');
    const business = await this.rules.of(BOOKING_PAGE);
    // Where no email is asked for, there is none to write to or to confirm.
    const is_mailed =
      stored.ask.email !== 'off' &&
      this.settings.public_url !== null &&
      (await this.mail.findActive()) !== null;
    const confirms_contact = stored.confirm_contact && is_mailed;
    const ask = { ...stored.ask, ...(confirms_contact && { email: 'required' as const }) };
    const page = Object.assign(new BookingPage(), stored, { ask });
    const known = languageOf(request, business.language);
    return { ...known, page, business, is_mailed, confirms_contact, nonce: newNonce() };
  }
}

/** The language tags of an `Accept-Language`, the preferred first. */
function tagsIn(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.trim().split(/\s*;\s*/);
      return { tag, quality: Number(quality.replace(/^q=/, '')) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
