import { ChangeDetectionStrategy, Component, computed, inject, input, linkedSignal } from '@angular/core';
import { form, FormField, FormRoot, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type CreatePersonDto, type PersonDto } from '@groupless/shared-dto';
import { Drawer } from '../../layout/drawer';
import { Toasts } from '../../layout/toasts';
import type { HoldsChanges } from '../../layout/unsaved-changes.guard';
import { Session } from '../../session/session';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Field, FormError } from '../../ui/field';
import { sending } from '../../ui/form-submission';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { RelativeTime } from '../../ui/relative-time';
import { deletion } from '../deletion';
import { editedRecord } from '../edited-record';
import { MemoryApi } from '../memory-api';
import { shownRecord } from '../record';
import { changesOf, sameFields } from '../record-form';
import { RowHistory } from '../history/row-history';

type PersonModel = Required<CreatePersonDto>;

const NEW_PERSON: PersonModel = { name: '', relationship: '', notes: '' };

/** One person beside the list, to read or to change; without an id a new one. */
@Component({
  selector: 'app-person-drawer',
  imports: [
    Drawer,
    EmptyState,
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    KeyValue,
    KeyValues,
    RelativeTime,
    RowHistory,
    TranslocoPipe,
  ],
  templateUrl: './person-drawer.html',
  styleUrl: '../record-drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class PersonDrawer implements HoldsChanges {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly asksToDelete = deletion('person');
  private readonly toasts = inject(Toasts);
  protected readonly mayWrite = inject(Session).isOperator;

  protected readonly record = shownRecord<PersonDto>({
    address: () => (this.id() === undefined ? undefined : `/api/memory/people/${this.id()}`),
    name: ({ name }) => name,
    isEdited: () => this.is_changed(),
  });
  private readonly stored = computed<PersonModel>(
    () => {
      const { name, relationship, notes } = this.record.row() ?? NEW_PERSON;
      return { name, relationship, notes };
    },
    { equal: sameFields },
  );
  private readonly model = linkedSignal<PersonModel>(() => this.stored());
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.person_name.max);
      maxLength(path.relationship, LIMITS.line.max);
      maxLength(path.notes, LIMITS.description.max);
    },
    {
      submission: sending(
        (person: PersonModel) => this.save(person),
        () => this.is_changed(),
      ),
    },
  );
  private readonly changes = computed(() => changesOf(this.model(), this.stored()));
  protected readonly is_changed = computed((): boolean => Object.keys(this.changes()).length > 0);
  protected readonly editing = editedRecord({
    isNew: () => this.id() === undefined,
    isChanged: () => this.is_changed(),
    focusFirst: () => this.form.name().focusBoundControl(),
  });

  has_unsaved_changes(): boolean {
    return this.editing.hasUnsavedChanges();
  }

  protected async remove({ id, name }: PersonDto): Promise<void> {
    if (!(await this.asksToDelete(name, () => this.api.deletePerson(id)))) return;
    this.editing.leave();
    this.toasts.show('memory.deleted', { params: { name } });
  }

  private async save(person: PersonModel): Promise<void> {
    const row = this.record.row();
    if (row === null) {
      await this.api.createPerson(person);
      this.editing.leave();
    } else {
      this.record.show(await this.api.patchPerson(row.id, this.changes()));
      this.form().reset();
    }
    this.toasts.show('memory.saved', { params: { name: person.name } });
  }
}
