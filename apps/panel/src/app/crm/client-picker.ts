import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  type ElementRef,
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
import type { ClientDto, PageDto } from '@groupless/shared-dto';
import { query } from '../http/query';
import { Highlighted } from '../ui/formats/highlighted';
import { Phone } from '../ui/formats/phone';

export type ClientRef = Pick<ClientDto, 'id' | 'name'>;

const DEBOUNCE_MS = 150;
const SHOWN = 8;
let pickers = 0;

/** A client, found by a part of the name, phone or email; or the wish for a new one of the typed name. */
@Component({
  selector: 'app-client-picker',
  imports: [Phone, Highlighted, TranslocoPipe],
  templateUrl: './client-picker.html',
  styleUrl: './client-picker.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ClientPicker implements FormValueControl<ClientRef | null> {
  readonly value = model<ClientRef | null>(null);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly disabled = input(false);
  /** Already translated; where no label stands above. */
  readonly label = input('');
  readonly canCreate = input(false);
  /** The typed name of a client that does not exist yet. */
  readonly created = output<string>();

  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  protected readonly id = `clients-${++pickers}`;
  /** What is typed, until another client is chosen. */
  protected readonly typed = linkedSignal(() => this.value()?.name ?? '');
  protected readonly query = signal('');
  protected readonly is_open = signal(false);
  protected readonly active = signal(0);
  private readonly found = query<PageDto<ClientDto>>(() =>
    this.query() === ''
      ? undefined
      : { url: '/api/clients', query: { search: this.query(), limit: SHOWN, sort: 'name' } },
  );
  protected readonly clients = computed(() => this.found.value()?.items ?? []);
  protected readonly isSearching = computed(
    () => this.found.isLoading() || this.query() !== this.typed().trim(),
  );
  /** Enter was pressed before what is typed was searched for. */
  private readonly isChoiceWanted = signal(false);
  protected readonly newName = computed(() => (this.canCreate() ? this.typed().trim() : ''));
  protected readonly count = computed(() => this.clients().length + (this.newName() === '' ? 0 : 1));

  constructor() {
    effect((onCleanup) => {
      const wanted = this.is_open() ? this.typed().trim() : '';
      const timer = setTimeout(() => this.query.set(wanted), DEBOUNCE_MS);
      onCleanup(() => clearTimeout(timer));
    });
    effect(() => {
      if (!this.isChoiceWanted() || this.isSearching()) return;
      untracked(() => {
        this.isChoiceWanted.set(false);
        // Whether there is somebody of the name is not known then.
        if (this.found.problem() === null) this.choose(this.active());
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
    this.active.set(0);
    this.is_open.set(text.trim() !== '');
  }

  protected onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && this.count() > 0) {
      this.is_open.set(true);
      this.active.update((before) => (before + step + this.count()) % this.count());
    } else if (event.key === 'Enter' && this.is_open()) this.chooseWhenFound();
    else if (event.key === 'Escape' && this.is_open()) this.is_open.set(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private chooseWhenFound(): void {
    if (!this.isSearching()) {
      this.choose(this.active());
      return;
    }
    this.query.set(this.typed().trim());
    this.isChoiceWanted.set(true);
  }

  protected choose(index: number): void {
    const client = this.clients()[index];
    if (client !== undefined) this.value.set({ id: client.id, name: client.name });
    else if (index === this.clients().length && this.newName() !== '') this.created.emit(this.newName());
    else return;
    this.is_open.set(false);
  }

  /** Text that was typed without choosing a client has no client. */
  protected leave(): void {
    this.touch.emit();
    this.isChoiceWanted.set(false);
    this.is_open.set(false);
  }
}
