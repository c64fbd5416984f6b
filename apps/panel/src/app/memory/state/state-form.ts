import {
  afterNextRender,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
  output,
  untracked,
} from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { form, FormField, FormRoot, maxLength, pattern, required, submit } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type StateDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { holdsUnsaved } from '../../session/unsaved';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { MemoryApi, type StateScope } from '../memory-api';
import { scopeOf } from './state-scope';
import { sameFields } from '../../ui/forms/changes-of';

interface StateModel {
  key: string;
  value: string;
  category: string;
}

const NEW_ENTRY: StateModel = { key: '', value: '', category: 'config' };

let lists = 0;

/** An entry in its place while it is written; without one a new entry. */
@Component({
  selector: 'app-state-form',
  imports: [Field, FormError, FormField, FormRoot, SaveButtons, TranslocoPipe],
  templateUrl: './state-form.html',
  styleUrl: './state-form.css',
})
export class StateForm {
  readonly entry = input<StateDto | null>(null);
  /** Those that are known, to choose from. */
  readonly categories = input<readonly string[]>([]);
  /** To which project a new entry belongs. */
  readonly scope = input<StateScope>();
  private readonly whenSaved = new Subject<StateDto>();
  readonly saved = outputFromObservable(this.whenSaved);
  readonly cancelled = output();

  private readonly api = inject(MemoryApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly entryId = computed(() => this.entry()?.id);
  /** As it was when the writing began, whatever comes in meanwhile. */
  private readonly base = linkedSignal<number | undefined, StateModel>({
    source: this.entryId,
    computation: () => {
      const { key, value, category } = untracked(this.entry) ?? NEW_ENTRY;
      return { key, value, category };
    },
  });
  private readonly model = linkedSignal<StateModel>(() => this.base());
  protected readonly listId = `state-categories-${++lists}`;
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.key);
      maxLength(path.key, LIMITS.state_key.max);
      maxLength(path.value, LIMITS.state_value.max);
      required(path.category);
      pattern(path.category, /^\S*$/);
      maxLength(path.category, LIMITS.state_category.max);
    },
    {
      submission: sending(
        (entry: StateModel) => this.save(entry),
        () => this.isChanged(),
      ),
    },
  );
  readonly isChanged = computed(() => !sameFields(this.model(), this.base()));
  /** Somebody else wrote the entry meanwhile: saving would replace that. */
  protected readonly newer = computed(() => {
    const entry = this.entry();
    return entry !== null && entry.value !== this.base().value ? entry.value : null;
  });

  constructor() {
    holdsUnsaved(this.isChanged);
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    afterNextRender(() => {
      (this.entry() === null ? this.form.key() : this.form.value()).focusBoundControl();
      host.scrollIntoView({ block: 'nearest' });
    });
  }

  protected async cancel(event?: Event): Promise<void> {
    event?.preventDefault();
    event?.stopPropagation();
    if (!this.isChanged() || (await this.confirm.askToLeave())) this.cancelled.emit();
  }

  protected send(event: Event): void {
    event.preventDefault();
    void submit(this.form);
  }

  private async save({ key, value, category }: StateModel): Promise<void> {
    const entry = this.entry();
    const scope = entry === null ? this.scope() : scopeOf(entry);
    const stored = await this.api.putState(key, { value, category }, scope);
    this.whenSaved.next(stored);
    this.toasts.show('memory.saved', { params: { name: key } });
  }
}
