import { inject } from '@angular/core';
import { Texts } from '../i18n/texts';
import type { ListFilter } from '../layout/list-filters';
import { Session } from '../session/session';

/** A filter by the kind of a record, in an injection context. Viewers may not read the state. */
export function kindFilter(kinds: readonly string[]): ListFilter {
  const texts = inject(Texts);
  const session = inject(Session);
  return {
    id: 'kind',
    label: 'memory.find.kind',
    options: () =>
      texts.choices(
        kinds.filter((kind) => kind !== 'state' || session.isOperator()),
        'memory.find.kinds',
      ),
  };
}
