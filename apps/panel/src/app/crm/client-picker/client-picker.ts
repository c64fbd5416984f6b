import {
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  input,
  linkedSignal,
  model,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { isSameName, type ClientDto, type PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Highlighted } from '../../ui/formats/highlighted';
import { Phone } from '../../ui/formats/phone';

/** A client that is to be made, and a known one that is called just so. */
export interface NewClient {
  name: string;
  same: ClientDto | null;
}

export type ClientRef = Pick<ClientDto, 'id' | 'name'>;

const DEBOUNCE_MS = 150;
const SHOWN = 20;
let pickers = 0;

/** A client, found by a part of the name, phone or email; or the wish for a new one of the typed name. */
@Component({
  selector: 'app-client-picker',
  imports: [Phone, Highlighted, TranslocoPipe],
  templateUrl: './client-picker.html',
  styleUrl: './client-picker.css',
})
export class ClientPicker implements FormValueControl<ClientRef | null> {
  readonly value = model<ClientRef | null>(null);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly disabled = input(false);
  /** Already translated; where no label stands above. */
  readonly label = input('');
  readonly canCreate = input(false);
  /** What is typed is to be a client of its own. */
  readonly created = output<NewClient>();

  protected readonly formats = inject(Formats);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  protected readonly id = `clients-${++pickers}`;
  /** What is typed, until another client is chosen. */
  protected readonly typed = linkedSignal(() => this.value()?.name ?? '');
  protected readonly query = signal('');
  protected readonly isOpen = signal(false);
  /** The choice that the arrows are at; null: none was pressed. */
  private readonly chosen = signal<number | null>(null);
  private readonly found = query<PageDto<ClientDto>>(() =>
    this.query() === ''
      ? undefined
      : { url: '/api/clients', query: { search: this.query(), limit: SHOWN, sort: 'name' } },
  );
  protected readonly clients = computed(() => this.found.value()?.items ?? []);
  /** Whether there are others, who are found by typing on. */
  protected readonly hasMore = computed(() => (this.found.value()?.next_cursor ?? null) !== null);
  protected readonly isSearching = computed(
    () => this.found.isLoading() || this.query() !== this.typed().trim(),
  );
  /** Enter was pressed before what is typed was searched for. */
  private readonly isChoiceWanted = signal(false);
  /** Ctrl or ⌘ with Enter was pressed: once somebody is chosen, the form around is sent. */
  private isSendingWanted = false;
  protected readonly newName = computed(() => (this.canCreate() ? this.typed().trim() : ''));
  /** What Enter takes without an arrow: the only hit, or the only one that is called so; nobody where several may be meant. */
  private readonly implied = computed(() => {
    const clients = this.clients();
    if (clients.length <= 1) return 0;
    const same = clients.filter(({ name }) => isSameName(name, this.typed()));
    const [only] = same;
    return same.length === 1 && only !== undefined ? clients.indexOf(only) : null;
  });
  protected readonly active = computed(() => this.chosen() ?? this.implied());
  protected readonly count = computed(() => this.clients().length + (this.newName() === '' ? 0 : 1));

  constructor() {
    effect((onCleanup) => {
      const wanted = this.isOpen() ? this.typed().trim() : '';
      const timer = setTimeout(() => this.query.set(wanted), DEBOUNCE_MS);
      onCleanup(() => clearTimeout(timer));
    });
    effect(() => {
      if (!this.isChoiceWanted() || this.isSearching()) return;
      untracked(() => {
        this.isChoiceWanted.set(false);
        // Whether there is somebody of the name is not known then.
        if (this.found.problem() === null) this.chooseActive();
      });
    });
  }

  focus(): void {
    this.field().nativeElement.focus();
  }

  protected type(text: string): void {
    this.value.set(null);
    this.typed.set(text);
    this.isChoiceWanted.set(false);
    this.isSendingWanted = false;
    this.chosen.set(null);
    this.isOpen.set(text.trim() !== '');
  }

  protected onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.count() > 0) {
      this.isOpen.set(true);
      // The first arrow goes to the first one: what is shown as implied was not chosen yet.
      const before = this.chosen() ?? (step === 1 ? -1 : this.count());
      this.chosen.set((before + step + this.count()) % this.count());
    } else if (event.key === 'Enter' && this.isOpen()) this.chooseWhenFound(event.ctrlKey || event.metaKey);
    else if (event.key === 'Escape' && this.isOpen()) this.isOpen.set(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private chooseWhenFound(isSendingWanted: boolean): void {
    this.isSendingWanted = isSendingWanted;
    if (!this.isSearching()) {
      this.chooseActive();
      return;
    }
    this.query.set(this.typed().trim());
    this.isChoiceWanted.set(true);
  }

  /** Of several that may be meant an Enter shows the first; another one takes it. */
  private chooseActive(): void {
    const active = this.active();
    if (active !== null) {
      this.choose(active);
      return;
    }
    this.isSendingWanted = false;
    this.chosen.set(0);
  }

  protected choose(index: number): void {
    const client = this.clients()[index];
    if (client !== undefined) this.value.set({ id: client.id, name: client.name });
    else if (index === this.clients().length && this.newName() !== '')
      this.created.emit({
        name: this.newName(),
        same: this.clients().find(({ name }) => isSameName(name, this.newName())) ?? null,
      });
    else return;
    this.isOpen.set(false);
    if (this.isSendingWanted) this.field().nativeElement.form?.requestSubmit();
    this.isSendingWanted = false;
  }

  /** Text that was typed without choosing a client has no client. */
  protected leave(): void {
    this.touch.emit();
    this.isChoiceWanted.set(false);
    this.isSendingWanted = false;
    this.isOpen.set(false);
  }
}
