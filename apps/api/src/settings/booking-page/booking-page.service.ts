import { Inject, Injectable } from '@nestjs/common';
import {
  findName,
  LIMITS,
  type BookingPageDto,
  type FieldErrorDto,
  type ReplaceBookingPageDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { Versioned } from '../../platform/http/answer';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { CachedValue } from '../../shared/cached-value';
import type { NamedRow } from '../../shared/known-names';
import { ChatAgentSettingsService } from '../chat-agent-settings.service';
import type { BookingPage } from './booking-page.entity';
import { BookingPageRepository } from './booking-page.repository';
import { imageTypeOf, type ImageType } from './image-type';

/** A change by any replica takes effect on all within it. */
const MAX_AGE_MS = 1_000;

export interface Logo {
  type: ImageType;
  bytes: Buffer;
}

/** The public page on which clients book: what it offers and asks. */
@Injectable()
export class BookingPageService {
  private readonly fresh = new CachedValue(() => this.pages.getPage(), MAX_AGE_MS);

  constructor(
    private readonly pages: BookingPageRepository,
    private readonly business: ChatAgentSettingsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /** The page, at most a second old. */
  current(): Promise<BookingPage> {
    return this.fresh.get();
  }

  async findLogo(): Promise<Logo | null> {
    const bytes = await this.pages.findLogo();
    const type = bytes && imageTypeOf(bytes);
    return bytes && type ? { type, bytes } : null;
  }

  async get(): Promise<Versioned<BookingPageDto>> {
    return this.shown(await this.pages.getPage());
  }

  /** @throws AppError `invalid_request`, `version_mismatch` */
  async replace(
    given: ReplaceBookingPageDto,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<Versioned<BookingPageDto>> {
    const { rows } = await this.business.current();
    const { services, resources, service_ids, resource_ids } = given;
    return this.change(versions, actor, (stored) => {
      const chosenServices = chosen('service', services, service_ids, rows.services, stored.service_ids);
      const chosenResources = chosen(
        'resource',
        resources,
        resource_ids,
        rows.resources,
        stored.resource_ids,
      );
      const faults = [...chosenServices.faults, ...chosenResources.faults, ...faultsOf(given)];
      if (faults.length > 0) throw invalidRequest(faults);
      return {
        enabled: given.enabled,
        slug: given.slug,
        title: given.title.trim(),
        text: given.text,
        service_ids: chosenServices.ids,
        resource_ids: chosenResources.ids,
        choose_resource: given.choose_resource,
        horizon_days: given.horizon_days,
        notice_minutes: given.notice_minutes,
        open_per_visitor: given.open_per_visitor,
        confirm: given.confirm,
        confirm_contact: given.confirm_contact ?? stored.confirm_contact,
        ask: { phone: given.ask.phone, email: given.ask.email },
        questions: given.questions.map(({ label, required }) => ({ label, required })),
        privacy_url: given.privacy_url,
        privacy_version: given.privacy_version?.trim() ?? stored.privacy_version,
        accent: given.accent.toLowerCase(),
        frame_hosts: given.frame_hosts,
        waiting_list: given.waiting_list ?? stored.waiting_list,
        hold_minutes: given.hold_minutes ?? stored.hold_minutes,
      };
    });
  }

  /**
   * What it is, its bytes say, whatever it was called.
   * @throws AppError `unsupported_media_type`, `body_too_large`
   */
  async storeLogo(logo: Buffer, actor: KnownActor): Promise<Versioned<BookingPageDto>> {
    if (logo.length > LIMITS.booking_page.logo_bytes)
      throw new AppError('body_too_large', 'The picture is larger than 100 kB.');
    if (imageTypeOf(logo) === null)
      throw new AppError('unsupported_media_type', 'This is no PNG and no WebP, whatever it is called.');
    return this.change(null, actor, () => ({ logo, has_logo: true }));
  }

  async removeLogo(actor: KnownActor): Promise<void> {
    await this.change(null, actor, () => ({ logo: null, has_logo: false }));
  }

  /** @throws AppError `version_mismatch` */
  private async change(
    versions: ExpectedVersions,
    actor: KnownActor,
    change: (stored: BookingPage) => Partial<BookingPage>,
  ): Promise<Versioned<BookingPageDto>> {
    const event = this.audit.eventOf(actor, { action: 'settings.updated', object: 'settings:booking-page' });
    const updated_at = this.clock.now();
    const changed = await this.pages.replace(
      versions,
      (stored) => ({ ...change(stored), updated_at }),
      event,
    );
    this.fresh.expire();
    this.events.announce('settings.updated', null);
    return this.shown(changed);
  }

  private async shown(page: BookingPage): Promise<Versioned<BookingPageDto>> {
    const { rows } = await this.business.current();
    const { public_url } = this.settings;
    const { enabled, slug, title, text, service_ids, resource_ids, choose_resource, ...rest } = page;
    const namesOf = (ids: readonly string[], known: readonly NamedRow[]) =>
      ids.flatMap((id) => known.find((one) => one.id === id)?.name ?? []);
    return new Versioned(
      {
        ...{ enabled, slug, title, text },
        services: namesOf(service_ids, rows.services),
        service_ids,
        resources: namesOf(resource_ids, rows.resources),
        resource_ids,
        choose_resource,
        horizon_days: rest.horizon_days,
        notice_minutes: rest.notice_minutes,
        open_per_visitor: rest.open_per_visitor,
        confirm: rest.confirm,
        confirm_contact: rest.confirm_contact,
        ask: rest.ask,
        questions: rest.questions,
        privacy_url: rest.privacy_url,
        privacy_version: rest.privacy_version,
        accent: rest.accent,
        frame_hosts: rest.frame_hosts,
        waiting_list: rest.waiting_list,
        hold_minutes: rest.hold_minutes,
        has_logo: rest.has_logo,
        url: public_url === null ? null : `${public_url}${pathOf(page)}`,
      },
      page.version,
    );
  }
}

/** `/book/salon` */
export function pathOf({ slug }: Pick<BookingPage, 'slug'>): string {
  return slug === '' ? '/book' : `/book/${slug}`;
}

interface Chosen {
  ids: string[];
  faults: FieldErrorDto[];
}

/**
 * The rows that a request names, by ids or by names; both may stand beside each other, as in an answer.
 * @param stored those of before, which may have been archived since
 */
function chosen(
  field: 'service' | 'resource',
  names: readonly string[] | undefined,
  ids: readonly string[] | undefined,
  known: readonly NamedRow[],
  stored: readonly string[],
): Chosen {
  if (ids !== undefined) {
    const wanted = ids.map((id) => id.toLowerCase());
    const stranger = wanted.find((id) => !stored.includes(id) && !known.some((one) => one.id === id));
    if (stranger !== undefined) return { ids: [], faults: [unknown(`${field}_ids`, stranger)] };
    const named = known.filter(({ id }) => wanted.includes(id)).map(({ name }) => name);
    const other = names?.find((name) => findName(named, name) === undefined);
    if (other === undefined) return { ids: wanted, faults: [] };
    const message = `${field}s has ${other}, which is none of ${field}_ids: send one of both.`;
    return { ids: [], faults: [{ field: `${field}s`, code: 'not_allowed', message }] };
  }
  const found = (names ?? []).map((name) => ({
    name,
    row: known.find((one) => findName([one.name], name) !== undefined),
  }));
  return {
    ids: [...new Set(found.flatMap(({ row }) => row?.id ?? []))],
    faults: found.flatMap(({ name, row }) => (row === undefined ? [unknown(`${field}s`, name)] : [])),
  };
}

function unknown(field: string, named: string): FieldErrorDto {
  return { field, code: 'not_allowed', message: `The business has no ${named}.` };
}

/** Parts of its own addresses. */
const RESERVED = ['m', 'w', 'wait', 'logo'];

function faultsOf({ slug, ask }: ReplaceBookingPageDto): FieldErrorDto[] {
  const faults: FieldErrorDto[] = [];
  if (RESERVED.includes(slug))
    faults.push({ field: 'slug', code: 'not_allowed', message: `slug must not be ${slug}.` });
  if (ask.phone === 'off' && ask.email === 'off') {
    const message = 'ask must have a phone or an email: without both nobody can be reached.';
    faults.push({ field: 'ask', code: 'not_allowed', message });
  }
  return faults;
}
