import { Component, inject, input } from '@angular/core';
import { form, FormField, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type CreatePersonDto, type PersonDto } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { KeyValue } from '../../ui/key-values';
import { LongText } from '../../ui/long-text';
import { editedRecord, type EditedRecord } from '../record/edited-record';
import { RecordDrawer } from '../record/record-drawer';
import { MemoryApi } from '../memory-api';

type PersonModel = Required<CreatePersonDto>;

function personModel(row: PersonDto | null): PersonModel {
  const { name, relationship, notes } = row ?? { name: '', relationship: '', notes: '' };
  return { name, relationship, notes };
}

/** One person beside the list, to read or to change; without an id a new one. */
@Component({
  selector: 'app-person-drawer',
  imports: [Field, FormField, KeyValue, LongText, RecordDrawer, TranslocoPipe],
  templateUrl: './person-drawer.html',
  styleUrl: '../record/record-drawer.css',
})
export class PersonDrawer {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);
  protected readonly editing: EditedRecord<PersonDto, PersonModel> = editedRecord<PersonDto, PersonModel>({
    kind: 'person',
    collection: '/api/memory/people',
    id: this.id,
    nameOf: ({ name }) => name,
    modelOf: personModel,
    focusFirst: () => this.form.name().focusBoundControl(),
    create: (person) => this.api.createPerson(person),
    patch: (id, changes) => this.api.patchPerson(id, changes),
    erase: (id) => this.api.deletePerson(id),
  });
  protected readonly form = form(
    this.editing.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.person_name.max);
      maxLength(path.relationship, LIMITS.line.max);
      maxLength(path.notes, LIMITS.description.max);
    },
    {
      submission: sending((person: PersonModel) => this.save(person), this.editing.isChanged),
    },
  );

  private async save(person: PersonModel): Promise<void> {
    await this.editing.save(person);
    this.form().reset();
    this.toasts.show('memory.saved', { params: { name: person.name } });
  }
}
