import {
  afterNextRender,
  ChangeDetectorRef,
  Component,
  computed,
  DestroyRef,
  effect,
  type ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { ConversationEventDto, ConversationNoteDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { ErrorPanel } from '../../ui/error-panel';
import { beginningOf } from '../../ui/long-text';
import { ExactTime } from '../../ui/formats/exact-time';
import { Icon } from '../../ui/icon';
import { AtTheScreen } from '../../session/at-the-screen';
import { DateTime, Now } from '../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { Days } from './days';
import { eventText, type EventText } from './event-text';
import { formerNames } from './former-names';
import { deliveryOf, linesOf, sideOf, withEvents, withNotes, type Line } from './message-lines';
import { MessageText } from './message-text';
import { Messages } from './messages';
import type { Unsent } from './replies';

/** So near to an end of what is on the page, more is put there. */
const NEAR_PX = 600;
/** Nearer to the end than this, one looks at the newest message. */
const BOTTOM_PX = 48;

/** The messages of a thread. The page holds a part of them, which moves while what one reads stays in its place. */
@Component({
  selector: 'app-message-list',
  imports: [
    DateTime,
    ErrorPanel,
    ExactTime,
    Icon,
    MessageText,
    PluralPipe,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './message-list.html',
  styleUrl: './message-list.css',
})
export class MessageList {
  /** What the client is called now. */
  readonly client_name = input.required<string>();
  /** Whether that is the name of a known client. */
  readonly isClientKnown = input(false);
  readonly firstUnreadId = input<number | null>(null);
  /** The message that a hit leads to. */
  readonly target = input<number | null>(null);
  /** What it has found in that message. */
  readonly found = input('');
  /** What the team has noted, which stands at its time. */
  readonly notes = input<readonly ConversationNoteDto[]>([]);
  readonly unsent = input<readonly Unsent[]>([]);
  readonly retried = output<Unsent>();
  readonly takenBack = output<Unsent>();
  /** A stored reply that the client has not got, by its id. */
  readonly withdrawn = output<number>();
  /** The id of a message that was not written in the panel. */
  readonly erased = output<number>();
  readonly canWithdraw = input(false);

  protected readonly messages = inject(Messages);
  protected readonly formats = inject(Formats);
  private readonly days = inject(Days);
  private readonly now = inject(Now);
  private readonly transloco = inject(TranslocoService);
  private readonly changes = inject(ChangeDetectorRef);
  private readonly injector = inject(Injector);
  private readonly scroller = viewChild.required<ElementRef<HTMLElement>>('scroller');

  protected readonly lines = computed(() => {
    const { shown, before } = this.messages.window();
    return linesOf(shown, before, this.firstUnreadId(), (at) => this.days.of(at));
  });
  protected readonly told = computed(() => {
    const isShown = this.messages.isShown();
    const notes = this.notes().filter(({ created_at }) => isShown(created_at));
    return withEvents(this.lines(), withNotes(this.messages.events(), notes));
  });
  private readonly formerNames = computed(() =>
    formerNames(this.messages.allEvents(), { name: this.client_name(), isClient: this.isClientKnown() }),
  );
  private readonly newest = computed(() => this.messages.items().at(-1) ?? null);
  protected readonly isAtBottom = signal(true);
  private readonly seenNow = signal<ReadonlySet<number>>(new Set());
  /** The ids of the messages that were on the screen while somebody looked at it. */
  readonly seen = this.seenNow.asReadonly();
  private readonly isLooking = inject(AtTheScreen).isLooking;
  private readonly seenId = signal(0);
  protected readonly unseen = computed(
    () => this.messages.items().filter(({ id, role }) => id > this.seenId() && role === 'user').length,
  );
  protected readonly announced = signal('');
  /** The place at which it was begun. */
  private begunAt = 0;

  constructor() {
    effect(() => {
      const opened = this.messages.opened();
      if (this.newest() === null || this.messages.isFirstLoad()) return;
      untracked(() => (opened === this.begunAt ? this.onNew() : this.begin(opened)));
    });
    effect(() => {
      if (this.isLooking() && this.lines().length > 0)
        afterNextRender(() => this.look(), { injector: this.injector });
    });
    effect(() => {
      if (this.isAtBottom()) this.seenId.set(this.messages.newestId());
    });
    effect(() => {
      if (this.unsent().length > 0 && untracked(this.isAtBottom)) this.stayAtBottom();
    });
    this.followSize();
  }

  async toLatest(): Promise<void> {
    await this.messages.latest();
    this.isAtBottom.set(true);
    this.stayAtBottom();
  }

  protected readonly deliveryOf = deliveryOf;

  protected author({ side, message }: Line): string {
    if (message.kind === 'reminder') return this.transloco.translate('conversations.author.reminder');
    if (side === 'client') return this.clientAt(message.timestamp);
    if (side === 'other') return message.role;
    if (message.reported_by !== undefined)
      return this.transloco.translate('conversations.reported_by', { key: message.reported_by });
    return message.author?.name ?? this.transloco.translate(`conversations.author.${side}`);
  }

  private clientAt(at: string): string {
    return this.formerNames().find(({ until }) => at < until)?.name ?? this.client_name();
  }

  protected eventText(event: ConversationEventDto): EventText {
    return eventText(event, (at) => this.formats.dateTime(at));
  }

  /** Its day too, unless it is today: it may stand below messages of another day. */
  protected eventTime(at: string): string {
    const isToday = this.days.of(at) === this.days.of(this.now.ms());
    return isToday ? this.formats.time(at) : this.formats.dateTime(at);
  }

  protected dayName(at: string): string {
    return this.days.name(at, this.now.ms());
  }

  protected onScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller().nativeElement;
    const below = scrollHeight - scrollTop - clientHeight;
    this.isAtBottom.set(this.messages.isAtEnd() && below < BOTTOM_PX);
    if (scrollTop < NEAR_PX) void this.older();
    else if (below < NEAR_PX && !this.messages.isAtEnd()) void this.newer();
    this.look();
  }

  private async newer(): Promise<void> {
    const move = await this.messages.newer();
    if (move !== null) this.keepPlace(move);
  }

  /** Notes what is on the screen, while somebody looks at it. */
  private look(): void {
    if (!this.isLooking()) return;
    const scroller = this.scroller().nativeElement;
    const { top, bottom } = scroller.getBoundingClientRect();
    const before = this.seenNow();
    const shown = [...scroller.querySelectorAll<HTMLElement>('[data-message]')]
      .filter((message) => !before.has(Number(message.dataset['message'])))
      .filter((message) => {
        const place = message.getBoundingClientRect();
        return place.bottom >= top && place.top <= bottom;
      })
      .map((message) => Number(message.dataset['message']));
    if (shown.length > 0) this.seenNow.set(new Set([...before, ...shown]));
  }

  protected async older(): Promise<void> {
    const move = await this.messages.older();
    if (move !== null) this.keepPlace(move);
  }

  /** Opens at the message that is looked for, at the first unread one, or at the end. */
  private begin(opened: number): void {
    this.begunAt = opened;
    afterNextRender(
      () => {
        const scroller = this.scroller().nativeElement;
        const begin = scroller.querySelector<HTMLElement>(
          this.target() === null ? '.unread' : `[data-message="${this.target()}"]`,
        );
        // A message may be longer than the screen.
        const place = begin?.querySelector<HTMLElement>('.found') ?? begin;
        scroller.scrollTop =
          place === null ? scroller.scrollHeight : topIn(scroller, place) - scroller.clientHeight / 4;
        this.onScroll();
      },
      { injector: this.injector },
    );
  }

  private onNew(): void {
    const newest = this.newest();
    if (this.isAtBottom()) this.stayAtBottom();
    if (newest !== null && sideOf(newest.role) !== 'operator') {
      const side = sideOf(newest.role);
      const author = this.author({ side, message: newest } as Line);
      this.announced.set(`${author}: ${beginningOf(newest.message)}`);
    }
  }

  private stayAtBottom(): void {
    afterNextRender(
      () => {
        const scroller = this.scroller().nativeElement;
        scroller.scrollTop = scroller.scrollHeight;
        this.look();
      },
      { injector: this.injector },
    );
  }

  /** Changes what is on the page; the message at the top edge stays where it is. */
  private keepPlace(change: () => void): void {
    const scroller = this.scroller().nativeElement;
    const all = [...scroller.querySelectorAll<HTMLElement>('[data-message]')];
    const top = scroller.getBoundingClientRect().top;
    const anchor = all.find((message) => message.getBoundingClientRect().bottom > top) ?? null;
    const before = anchor?.getBoundingClientRect().top ?? 0;
    change();
    this.changes.detectChanges();
    if (anchor?.isConnected === true) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
  }

  /** Who looks at the end goes on doing so when the composer grows or a phone's keyboard opens. */
  private followSize(): void {
    const destroyed = inject(DestroyRef);
    afterNextRender(() => {
      if (typeof ResizeObserver === 'undefined') return;
      const scroller = this.scroller().nativeElement;
      const observer = new ResizeObserver(() => {
        if (this.isAtBottom()) scroller.scrollTop = scroller.scrollHeight;
      });
      observer.observe(scroller);
      destroyed.onDestroy(() => observer.disconnect());
    });
  }
}

function topIn(scroller: HTMLElement, element: HTMLElement): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
