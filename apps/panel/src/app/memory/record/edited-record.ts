import {
  afterNextRender,
  computed,
  inject,
  linkedSignal,
  type Signal,
  type WritableSignal,
} from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { Toasts } from '../../ui/toasts/toasts';
import { holdsUnsaved } from '../../session/unsaved';
import { deletion } from './deletion';
import { shownRecord, type ShownRecord } from './record';
import { afterSaving, changesOf, sameFields } from '../../ui/forms/changes-of';

export interface EditedRow {
  id: number;
  updated_at: string;
}

interface Editing<Row, Model> {
  kind: 'person' | 'project' | 'task';
  /** Where the records lie, such as `/api/memory/people`. */
  collection: string;
  /** Undefined: the record is still to be made. */
  id: () => string | undefined;
  nameOf: (row: Row) => string;
  /** What the form begins with; null: of a new record. */
  modelOf: (row: Row | null) => Model;
  focusFirst: () => void;
  create: (model: Model) => Promise<unknown>;
  patch: (id: number, changes: Partial<Model>) => Promise<Row>;
  erase: (id: number) => Promise<unknown>;
}

interface Exit {
  /** Back to the list: what is shown here is made, or is no more. */
  leave(): void;
}

export interface EditedRecord<Row, Model extends object> extends Exit {
  kind: Editing<Row, Model>['kind'];
  nameOf: (row: Row) => string;
  /** There is nothing stored yet. */
  isNew: () => boolean;
  record: ShownRecord<Row>;
  /** What is typed; follows what is stored while nothing is. */
  model: WritableSignal<Model>;
  changes: Signal<Partial<Model>>;
  isChanged: Signal<boolean>;
  /** Makes the record and leaves it, or sends what was changed of it. */
  save(model: Model): Promise<void>;
  /** Asks first. */
  remove(row: Row): Promise<void>;
}

/** The way out of a drawer, which the guard of unsaved changes asks about. */
export function exitOf(isChanged: () => boolean): Exit {
  const router = inject(Router);
  const route = inject(ActivatedRoute);
  let isDone = false;
  holdsUnsaved(() => isChanged() && !isDone);
  return {
    leave: () => {
      isDone = true;
      void router.navigate(['..'], { relativeTo: route, queryParamsHandling: 'preserve' });
    },
  };
}

/** What the drawers of records that can be changed have in common, in an injection context. */
export function editedRecord<Row extends EditedRow, Model extends object>({
  kind,
  collection,
  id,
  nameOf,
  modelOf,
  focusFirst,
  create,
  patch,
  erase,
}: Editing<Row, Model>): EditedRecord<Row, Model> {
  const toasts = inject(Toasts);
  const asksToDelete = deletion(kind);
  const record: ShownRecord<Row> = shownRecord<Row>({
    address: () => (id() === undefined ? undefined : `${collection}/${encodeURIComponent(id() ?? '')}`),
    name: nameOf,
    isEdited: () => isChanged(),
  });
  const stored = computed(() => modelOf(record.row()), { equal: sameFields });
  const model = linkedSignal(() => stored());
  const changes = computed(() => changesOf(model(), stored()));
  const isChanged = computed((): boolean => Object.keys(changes()).length > 0);
  const exit = exitOf(isChanged);
  // After the drawer has taken the focus.
  afterNextRender(() => {
    if (id() === undefined) setTimeout(focusFirst);
  });
  return {
    kind,
    nameOf,
    isNew: () => id() === undefined,
    record,
    model,
    changes,
    isChanged,
    ...exit,
    save: async (typed) => {
      const row = record.row();
      if (row === null) {
        await create(typed);
        exit.leave();
      } else {
        const stored = await patch(row.id, changes());
        const now = model();
        if (record.show(stored)) model.set(afterSaving(now, typed, modelOf(stored)));
      }
    },
    remove: async (row) => {
      const name = nameOf(row);
      if (!(await asksToDelete(name, () => erase(row.id)))) return;
      exit.leave();
      toasts.show('memory.deleted', { params: { name } });
    },
  };
}
