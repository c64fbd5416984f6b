import { inject } from '@angular/core';
import { Texts } from '../i18n/texts';
import { Session } from '../session/session';
import type { Filter } from '../ui/lists/filter-chips';

/** A filter by the kind of a record, in an injection context. Viewers may not read the state. */
export function kindFilter(kinds: readonly string[]): () => Filter {
  const texts = inject(Texts);
  const session = inject(Session);
  return () => ({
    id: 'kind',
    label: texts.of('memory.find.kind'),
    options: texts.choices(
      kinds.filter((kind) => kind !== 'state' || session.isOperator()),
      'memory.find.kinds',
    ),
  });
}
