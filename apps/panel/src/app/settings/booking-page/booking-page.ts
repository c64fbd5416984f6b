import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { ASKED, LIMITS, type BookingPageDto, type ResourceDto } from '@groupless/shared-dto';
import { BookableResources } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { versionedQuery } from '../../data/query';
import { isProblem } from '../../http/problem';
import { Texts } from '../../i18n/texts';
import { PageHeader } from '../../layout/page-header';
import { CopiedText } from '../../ui/copy/copied-text';
import { ErrorPanel } from '../../ui/error-panel';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { IconButton } from '../../ui/icon-button';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { Toasts } from '../../ui/toasts/toasts';
import { SettingsApi } from '../settings-api';
import { storedForm } from '../stored-form';
import { EMPTY_PAGE, pageFormOf, pageOf, type BookingPageForm } from './booking-page-form';

/** The public page on which clients book. */
@Component({
  selector: 'app-booking-page',
  imports: [
    CopiedText,
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    IconButton,
    PageHeader,
    SaveButtons,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './booking-page.html',
  styleUrls: ['../profile/section.css', '../settings-screen.css', './booking-page.css'],
})
export class BookingPage {
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  private readonly texts = inject(Texts);

  protected readonly stored = versionedQuery<BookingPageDto>(() => '/api/settings/booking-page');
  private readonly fields = storedForm(this.stored, { empty: EMPTY_PAGE, fieldsOf: pageFormOf });
  private readonly bookable = { services: inject(BookableServices), resources: inject(BookableResources) };
  /** What can be booked, and what was chosen and has left. */
  protected readonly services = computed(() =>
    this.bookable.services.all().filter(isOffered(this.fields.model().service_ids)),
  );
  protected readonly resources = computed(() =>
    this.bookable.resources.all().filter(isOffered(this.fields.model().resource_ids)),
  );
  protected readonly isChanged = this.fields.isChanged;
  protected readonly asked = ASKED;
  protected readonly contacts = ['phone', 'email'] as const;
  protected readonly limits = LIMITS.booking_page;
  protected readonly logoFault = signal('');
  protected readonly form = form(this.fields.model, () => undefined, {
    submission: sending(
      (page: BookingPageForm) => this.save(page),
      () => this.isChanged(),
    ),
  });

  /** Where the page is; null: it is off. */
  protected readonly address = computed(() => {
    const page = this.stored.value()?.row;
    if (page?.enabled !== true) return null;
    return page.url ?? `${location.origin}/book${page.slug === '' ? '' : `/${page.slug}`}`;
  });
  /** For the site of the business. */
  protected readonly embedding = computed(() => {
    const [address, page] = [this.address(), this.stored.value()];
    if (!address || page === null || page.row.frame_hosts.length === 0) return null;
    const script = new URL('/book/embed.js', address).href;
    return `<a href="${address}">${this.texts.of('booking-page.embed_link')}</a>\n<script src="${script}" async></script>`;
  });
  /** Another one after each change. */
  protected readonly logo = computed(() => {
    const stored = this.stored.value();
    return stored?.row.has_logo ? `/book/logo?v=${encodeURIComponent(stored.etag ?? '')}` : null;
  });

  protected toggle(list: 'service_ids' | 'resource_ids', id: string): void {
    this.fields.model.update((now) => {
      const chosen = now[list];
      const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
      return { ...now, [list]: next };
    });
  }

  protected addQuestion(): void {
    this.fields.model.update((now) => ({
      ...now,
      questions: [...now.questions, { label: '', required: false }],
    }));
  }

  protected removeQuestion(index: number): void {
    this.fields.model.update((now) => ({
      ...now,
      questions: now.questions.filter((_, place) => place !== index),
    }));
  }

  protected async chooseLogo(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = '';
    if (file === undefined) return;
    await this.changeLogo(() => this.api.storeLogo(file));
  }

  protected async removeLogo(): Promise<void> {
    await this.changeLogo(() => this.api.removeLogo());
  }

  private async changeLogo(change: () => Promise<unknown>): Promise<void> {
    this.logoFault.set('');
    try {
      await change();
      await this.stored.reload();
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.logoFault.set(error.message);
    }
  }

  private async save(page: BookingPageForm): Promise<void> {
    await this.fields.save(page, (etag) => this.api.replaceBookingPage(pageOf(page), etag));
    this.form().reset();
    this.toasts.show('booking-page.saved');
  }
}

function isOffered(chosen: readonly string[]) {
  return ({ id, archived_at }: Pick<ResourceDto, 'id' | 'archived_at'>): boolean =>
    archived_at === null || chosen.includes(id);
}
