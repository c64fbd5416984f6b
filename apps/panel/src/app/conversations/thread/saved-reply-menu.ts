import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { type ConversationDto, type PageDto, type SavedReplyDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Toasts } from '../../ui/toasts/toasts';
import { Business } from '../../data/business';
import { Icon } from '../../ui/icon';
import { folded } from '../../ui/formats/folded';
import { filledReply } from './filled-reply';

/** The saved replies, to insert one. They are read when the menu opens. */
@Component({
  selector: 'app-saved-reply-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, RouterLink, TranslocoPipe],
  template: `
    <button
      type="button"
      class="button quieter"
      [cdkMenuTriggerFor]="menu"
      (cdkMenuOpened)="begin()"
      (cdkMenuClosed)="end()"
    >
      <svg appIcon="scroll-text" size="14"></svg>{{ 'conversations.saved_replies' | transloco }}
    </button>
    <ng-template #menu>
      <div class="menu" cdkMenu [attr.aria-label]="'conversations.saved_replies' | transloco">
        @if (loaded.problem()) {
          <button type="button" class="menu-item" cdkMenuItem (cdkMenuItemTriggered)="openAgain()">
            {{ 'conversations.list_failed' | transloco }}
          </button>
        }
        <input
          #field
          class="input"
          autocomplete="off"
          [attr.aria-label]="'conversations.find_reply' | transloco"
          [attr.placeholder]="'conversations.find_reply' | transloco"
          [value]="wanted()"
          (input)="wanted.set(field.value)"
          (keydown)="onKey($event)"
        />
        @for (reply of fitting(); track reply.id) {
          <button type="button" class="menu-item reply" cdkMenuItem (cdkMenuItemTriggered)="insert(reply)">
            <bdi class="nowrap">{{ reply.name }}</bdi>
            <span class="caption nowrap">{{ reply.text }}</span>
          </button>
        } @empty {
          @if (wanted() !== '') {
            <p class="caption nothing">{{ 'conversations.no_reply_fits' | transloco }}</p>
          }
        }
        <a class="menu-item" cdkMenuItem routerLink="/settings/saved-replies">
          {{ 'conversations.manage_replies' | transloco }}
        </a>
      </div>
    </ng-template>
  `,
  styles: `
    .menu {
      max-width: 320px;
      max-height: 50vh;
      overflow-y: auto;
    }

    .reply {
      display: grid;
    }

    .nothing {
      padding: 8px 12px;
    }
  `,
})
export class SavedReplyMenu {
  readonly conversation = input.required<ConversationDto>();
  /** The text with its placeholders filled. */
  readonly chosen = output<string>();
  readonly closed = output();
  private readonly appointments = inject(AppointmentsApi);
  private readonly business = inject(Business);
  private readonly formats = inject(Formats);
  private readonly toasts = inject(Toasts);
  /** It was closed without a choice: what was typed to open it, and to find one. */
  readonly dismissed = output<string>();
  private readonly injector = inject(Injector);
  private readonly trigger = viewChild.required(CdkMenuTrigger);
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('field');
  private isBySlash = false;
  private isChosen = false;
  protected readonly isOpen = signal(false);
  /** What the name or the text has. */
  protected readonly wanted = signal('');
  protected readonly loaded = query<PageDto<SavedReplyDto>>(() =>
    this.isOpen() ? { url: '/api/settings/saved-replies', query: { limit: 200 } } : undefined,
  );
  protected readonly replies = computed(() => this.loaded.value()?.items ?? []);
  protected readonly fitting = computed(() => {
    const words = folded(this.wanted()).split(' ');
    return this.replies().filter(({ name, text }) =>
      words.every((word) => folded(`${name} ${text}`).includes(word)),
    );
  });

  constructor() {
    effect(() => {
      if (this.isOpen() && this.loaded.problem() !== null)
        afterNextRender(() => this.trigger().getMenu()?.focusFirstItem('program'), {
          injector: this.injector,
        });
    });
  }

  /** By a slash in the text. */
  open(): void {
    this.isBySlash = true;
    this.trigger().open();
  }

  protected begin(): void {
    this.wanted.set('');
    this.isChosen = false;
    this.isOpen.set(true);
    afterNextRender(() => this.field()?.nativeElement.focus(), { injector: this.injector });
  }

  protected end(): void {
    this.isOpen.set(false);
    if (this.isBySlash && !this.isChosen) this.dismissed.emit(`/${this.wanted()}`);
    this.isBySlash = false;
    this.closed.emit();
  }

  protected openAgain(): void {
    afterNextRender(() => this.trigger().open(), { injector: this.injector });
  }

  /** The menu has letters for its own; the first that fits is inserted, and nothing where none does. */
  protected onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' || event.key === 'Tab') return;
    event.stopPropagation();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.trigger().getMenu()?.focusFirstItem('keyboard');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const [first] = this.fitting();
      if (first === undefined || event.isComposing) return;
      void this.insert(first);
      this.trigger().close();
    }
  }

  protected async insert({ text }: SavedReplyDto): Promise<void> {
    this.isChosen = true;
    const { contact_name } = this.conversation();
    try {
      const next_appointment = text.includes('{next_appointment}') ? await this.nextAppointment() : null;
      const business = this.business.settings()?.name ?? null;
      this.chosen.emit(filledReply(text, { name: contact_name, business, next_appointment }));
    } catch (error) {
      this.toasts.failed('conversations.reply_not_inserted', error);
    }
  }

  private async nextAppointment(): Promise<string | null> {
    const { client_id } = this.conversation();
    if (client_id === null) return null;
    const next = await this.appointments.findNext(client_id);
    return next === undefined ? null : this.formats.dateTimeAndZone(next.starts_at);
  }
}
