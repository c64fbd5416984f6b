import { computed, effect, signal, untracked, type Signal, type WritableSignal } from '@angular/core';
import type { Query } from '../data/query';
import type { Versioned } from '../http/api';
import { isProblem } from '../http/problem';
import { holdsUnsaved } from '../session/unsaved';
import { afterSaving, isSame } from '../ui/forms/changes-of';

/** The fields of a form, over settings that others change too. */
export interface StoredForm<Row, Fields> {
  readonly model: WritableSignal<Fields>;
  /** What the form was filled from. */
  readonly base: Signal<Fields>;
  readonly isChanged: Signal<boolean>;
  /** @throws what `put` throws; after `version_mismatch` the next try is over what somebody else has stored */
  save(sent: Fields, put: (etag: string | null) => Promise<Versioned<Row>>): Promise<void>;
}

interface Terms<Row, Fields> {
  empty: Fields;
  fieldsOf: (row: Row) => Fields;
  /** What is being typed stays; the rest becomes as it is stored. */
  followed?: (now: Fields, before: Fields, stored: Fields) => Fields;
}

/** Fills the fields when the settings are read or changed by somebody else, in an injection context. */
export function storedForm<Row, Fields extends object>(
  stored: Query<Versioned<Row>>,
  { empty, fieldsOf, followed = afterSaving }: Terms<Row, Fields>,
): StoredForm<Row, Fields> {
  const model = signal(empty);
  const base = signal(empty);
  const isChanged = computed(() => !isSame(model(), base()));
  const follow = (row: Row, before: Fields): void => {
    const fields = fieldsOf(row);
    model.update((now) => followed(now, before, fields));
    base.set(fields);
  };
  holdsUnsaved(isChanged);
  effect(() => {
    const read = stored.value();
    if (read !== null) untracked(() => follow(read.row, base()));
  });
  return {
    ...{ model, base, isChanged },
    async save(sent, put) {
      try {
        const saved = await put(stored.value()?.etag ?? null);
        follow(saved.row, sent);
        stored.take(saved);
      } catch (error) {
        if (isProblem(error, 'version_mismatch')) await stored.reload();
        throw error;
      }
    },
  };
}
