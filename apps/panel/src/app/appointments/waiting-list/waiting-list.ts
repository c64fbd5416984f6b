import { Component, computed, inject, Injector, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  ANY_RESOURCE,
  type BookForWaitingDto,
  type FittingEntryDto,
  type FreedTimeDto,
  type WaitingEntryDto,
} from '@groupless/shared-dto';
import { attendeeOf } from '../../crm/attendee';
import { BookableServices } from '../../crm/bookable-services';
import { ShownZone } from '../../crm/shown-zone';
import { Business } from '../../data/business';
import { pageList } from '../../data/page-list';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { Texts } from '../../i18n/texts';
import { PageHeader } from '../../layout/page-header';
import { urlState } from '../../layout/url-state';
import { Session } from '../../session/session';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';
import { ListFrame } from '../../ui/lists/list-frame';
import { Segmented, type Segment } from '../../ui/forms/segmented';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Toasts } from '../../ui/toasts/toasts';
import { WaitingListApi } from './waiting-list-api';

const SHOWS = ['open', 'all'] as const;
type Show = (typeof SHOWS)[number];
/** Whoever fits after these is shown when asked for. */
const FIRST = 3;

/** Who waits for a time, and the times that got free with those whom they suit. */
@Component({
  selector: 'app-waiting-list',
  imports: [
    ListFrame,
    ErrorPanel,
    Icon,
    IconButton,
    PageHeader,
    PluralPipe,
    RelativeTime,
    RouterLink,
    Segmented,
    TranslocoPipe,
  ],
  providers: [ShownZone],
  templateUrl: './waiting-list.html',
  styleUrl: './waiting-list.css',
})
export class WaitingList {
  private readonly api = inject(WaitingListApi);
  private readonly business = inject(Business);
  private readonly services = inject(BookableServices);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly injector = inject(Injector);
  private readonly router = inject(Router);
  private readonly texts = inject(Texts);
  private readonly toasts = inject(Toasts);
  protected readonly zone = inject(ShownZone);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly nameOf = attendeeOf;
  protected readonly show = urlState('show');
  protected readonly shows = computed<Segment<Show>[]>(() => this.texts.choices(SHOWS, 'waiting-list.show'));
  protected readonly shown = computed<Show>(() => (this.show.value() === 'all' ? 'all' : 'open'));
  protected readonly list = pageList<WaitingEntryDto>(() => ({
    url: '/api/waiting-list',
    query: this.shown() === 'all' ? {} : { status: 'waiting,offered' },
  }));
  protected readonly freed = query<FreedTimeDto[]>(() => '/api/waiting-list/freed-times');
  /** The times of which everybody is shown. */
  private readonly whole = signal<readonly string[]>([]);

  constructor() {
    if (!this.mayWrite()) return;
    inject(Shortcuts).register([
      { keys: 'n', label: 'waiting-list.add', group: 'keys.list', run: () => void this.add() },
    ]);
  }

  /** A time that got free, by which its row is known. */
  protected keyOf({ resource_id, starts_at, ends_at }: FreedTimeDto): string {
    return [resource_id, starts_at, ends_at].join(' ');
  }

  protected fittingOf(time: FreedTimeDto): FittingEntryDto[] {
    return this.whole().includes(this.keyOf(time)) ? time.fitting : time.fitting.slice(0, FIRST);
  }

  protected showAll(time: FreedTimeDto): void {
    this.whole.update((before) => [...before, this.keyOf(time)]);
  }

  /** `Cut · Anna · 2 Mar 2027 · 16:00 – 20:00` */
  protected wishOf(entry: WaitingEntryDto): string {
    const { from, to, hours, services } = entry;
    return [
      this.whatOf(entry) || this.texts.of('waiting-list.any_service'),
      ...(services.length > 0 || entry.resource !== ANY_RESOURCE ? [this.placeOf(entry.resource)] : []),
      this.zone.days(from, to),
      hours === null
        ? this.texts.of('waiting-list.any_hour')
        : `${this.clock(hours.from)} – ${this.clock(hours.to)}`,
    ].join(' · ');
  }

  protected stateOf({ status, offer }: WaitingEntryDto): string {
    const isUntold = status === 'offered' && offer?.told_at === null;
    const params = {
      time: offer === null ? '' : this.zone.span(offer.starts_at, offer.ends_at),
      until: offer === null ? '' : this.zone.timeOrDate(offer.until),
    };
    return this.texts.of(`waiting-list.states.${isUntold ? 'not_told' : status}`, params);
  }

  protected isOpen({ status }: WaitingEntryDto): boolean {
    return status === 'waiting' || status === 'offered';
  }

  /** What is held for somebody, as a time that suits. */
  protected heldFor(entry: WaitingEntryDto): FittingEntryDto | null {
    const { offer, status } = entry;
    if (offer === null || status !== 'offered') return null;
    const { starts_at, ends_at, resource, resource_id } = offer;
    return { entry, starts_at, ends_at, resource: resource ?? '', resource_id };
  }

  protected async add(): Promise<void> {
    const { isKnown, stored } = this.business;
    const load = async () => {
      const [{ WaitingDialog }] = await Promise.all([
        import('./waiting-dialog'),
        isKnown() || stored.reload(),
        this.services.ready(),
      ]);
      return WaitingDialog;
    };
    const config = { data: null, injector: this.injector, autoFocus: 'input' };
    const added = await this.dialogs.load<WaitingEntryDto>(load, config);
    if (added !== undefined) this.toasts.show('waiting-list.added', { params: { name: attendeeOf(added) } });
  }

  protected async book({ entry, starts_at, ends_at, resource, resource_id }: FittingEntryDto): Promise<void> {
    const name = attendeeOf(entry);
    const time = this.zone.span(starts_at, ends_at);
    const what = this.whatOf(entry) || this.texts.of('waiting-list.any_service');
    const params = { name, time, resource: this.placeOf(resource), what };
    const question = { title: 'waiting-list.book_title', text: 'waiting-list.book_text' };
    if (!(await this.confirm.ask({ ...question, action: 'waiting-list.book', params }))) return;
    await this.send(entry.id, { starts_at, resource_id }, params);
  }

  protected async remove(entry: WaitingEntryDto): Promise<void> {
    const params = { name: attendeeOf(entry) };
    const question = { title: 'waiting-list.remove_title', text: 'waiting-list.remove_text' };
    const asked = { ...question, action: 'waiting-list.do_remove', params, isDangerous: true };
    if (!(await this.confirm.ask(asked))) return;
    try {
      await this.api.remove(entry.id);
      await this.list.reload();
    } catch (error) {
      this.toasts.failed('waiting-list.not_removed', error, { params });
    }
  }

  private async send(id: string, time: BookForWaitingDto, params: { name: string; time: string }) {
    try {
      const { offer } = await this.api.book(id, time);
      const appointment_id = offer?.appointment_id ?? null;
      const run = () => void this.router.navigate(['/appointments', appointment_id]);
      const action = appointment_id === null ? null : { label: 'waiting-list.open', run };
      this.toasts.show('crm.booked', { params, action });
    } catch (error) {
      this.toasts.failed('waiting-list.not_booked', error, { params, isExplained: true });
    }
  }

  private whatOf({ services }: WaitingEntryDto): string {
    return services.join(', ');
  }

  private placeOf(name: string): string {
    return name === ANY_RESOURCE ? this.texts.of('crm.anyone') : name;
  }

  private clock(time: string): string {
    return this.zone.clock(new Date(`1970-01-01T${time}:00Z`));
  }
}
