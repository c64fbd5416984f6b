import { Component, computed, debounced, inject, input, linkedSignal, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto, ConversationDto, PageDto } from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { FirstQuestions } from '../../crm/first-questions/first-questions';
import { query } from '../../data/query';
import { Toasts } from '../../ui/toasts/toasts';
import { Avatar } from '../../ui/avatar';
import { ErrorPanel } from '../../ui/error-panel';
import { Highlighted } from '../../ui/formats/highlighted';
import { Icon } from '../../ui/icon';
import { ConversationRows } from '../conversation-rows';
import { ConversationsApi } from '../conversations-api';
import { Phone } from '../../ui/formats/phone';
import { BookedHere } from './booked-here';

const DEBOUNCE_MS = 150;
const MOST = 6;

/** For a chat of somebody unknown: links a client, or makes one of what the contact says. */
@Component({
  selector: 'app-link-client',
  imports: [Phone, Avatar, ErrorPanel, Highlighted, Icon, TranslocoPipe],
  templateUrl: './link-client.html',
  styleUrls: ['../../ui/lists/people-rows.css', './link-client.css'],
})
export class LinkClient {
  readonly conversation = input.required<ConversationDto>();
  private readonly api = inject(ConversationsApi);
  private readonly rows = inject(ConversationRows);
  private readonly toasts = inject(Toasts);
  private readonly bookings = inject(BookedHere);
  private readonly questions = inject(FirstQuestions);

  /** The contact's own number or name is the first thing to look for. */
  private readonly contact = computed(
    () => this.conversation().contact_phone ?? this.conversation().contact_name ?? '',
  );
  protected readonly typed = linkedSignal(() => this.contact());
  private readonly searched = debounced(() => this.typed().trim(), DEBOUNCE_MS);
  protected readonly search = computed(() => this.searched.value());
  protected readonly found = query<PageDto<ClientDto>>(() =>
    this.search() === '' ? undefined : { url: '/api/clients', query: { search: this.search(), limit: MOST } },
  );
  /** The number that the new client gets, once the API has refused the contact's own: to be corrected, or left out. */
  protected readonly phone = linkedSignal<ConversationDto, string | null>({
    source: this.conversation,
    computation: ({ id }, before) => (before?.source.id === id ? before.value : null),
  });
  /** What is wrong with the number. */
  protected readonly phoneFault = signal('');
  /** Those who have the contact's number or email already. */
  protected readonly same = signal<readonly ClientDto[]>([]);
  protected readonly clients = computed(() => {
    if (this.same().length > 0) return this.same();
    return this.found.value()?.items ?? [];
  });
  protected readonly isBusy = signal(false);
  protected readonly newName = computed(() => {
    const { contact_name, contact_phone } = this.conversation();
    return contact_name ?? contact_phone;
  });

  protected type(text: string): void {
    this.typed.set(text);
    this.same.set([]);
  }

  protected link({ id, name }: Pick<ClientDto, 'id' | 'name'>): Promise<void> {
    const conversation = this.conversation();
    return this.work(async () => {
      await this.rows.patch(conversation.id, { client_id: id });
      this.toasts.show('conversations.linked');
      await this.bookings.offer(conversation, { id, name });
    });
  }

  protected create(): Promise<void> {
    const { id, contact_phone } = this.conversation();
    const name = this.newName() ?? '';
    const phone = this.phone() ?? contact_phone;
    return this.work(async () => {
      await this.questions.ask();
      try {
        const client = await this.api.createClient({ name, phone: phone === '' ? null : phone });
        await this.rows.patch(id, { client_id: client.id });
        this.toasts.show('conversations.client_created');
      } catch (error) {
        const fault = isProblem(error) ? error.fields.find(({ field }) => field === 'phone') : undefined;
        if (fault !== undefined) {
          this.phoneFault.set(fault.message);
          if (this.conversation().id === id) this.phone.set(phone);
          return;
        }
        if (!isProblem(error, 'duplicate_client')) throw error;
        const ids = error.answer.client_ids ?? [];
        this.same.set(await Promise.all(ids.slice(0, MOST).map((id) => this.api.getClient(id))));
      }
    });
  }

  private async work(work: () => Promise<void>): Promise<void> {
    if (this.isBusy()) return;
    this.isBusy.set(true);
    try {
      await work();
    } catch (error) {
      this.toasts.failed('conversations.not_linked', error);
    } finally {
      this.isBusy.set(false);
    }
  }
}
