import { computed, inject, type Signal } from '@angular/core';
import { Texts } from '../../i18n/texts';
import type { ListFilter } from '../../layout/list-filters';
import { urlState } from '../../layout/url-state';
import { ProjectNames } from '../tasks/project-names';

/** Among the values of the chip; no project can have such a name. */
const NO_PROJECT = '\u0000';

/** Which project a list is of, or of none, in an injection context. */
export function projectFilter(): ListFilter & {
  /** Only what belongs to no project is listed. */ isOfNone: Signal<boolean>;
} {
  const texts = inject(Texts);
  const names = inject(ProjectNames);
  const without = urlState('without_project').value;
  return {
    id: 'project',
    label: 'memory.move.project',
    options: () => [
      { value: NO_PROJECT, label: texts.of('memory.move.no_project') },
      ...names.all().map(({ name }) => ({ value: name, label: name })),
    ],
    isSingle: true,
    read: (params) => (params.get('without_project') === 'true' ? NO_PROJECT : (params.get('project') ?? '')),
    write: (value) => ({
      project: value === '' || value === NO_PROJECT ? null : value,
      without_project: value === NO_PROJECT ? 'true' : null,
    }),
    isOfNone: computed(() => without() === 'true'),
  };
}
