import { computed, inject, type Signal } from '@angular/core';
import { Texts } from '../../i18n/texts';
import { urlChange, urlState } from '../../layout/url-state';
import type { Filter } from '../../ui/lists/filter-chips';
import { ProjectNames } from '../tasks/project-names';

/** Among the values of the chip; no project can have such a name. */
const NO_PROJECT = '\u0000';

export interface ProjectFilter {
  chip: Signal<Filter>;
  /** What is chosen, as the chip has it. */
  value: Signal<string>;
  set(value: string): void;
  /** What the list is asked for. */
  query: Signal<{ project: string | null; without_project: 'true' | null }>;
  /** Only what belongs to no project is listed. */
  isOfNone: Signal<boolean>;
}

/** Which project a list is of, or of none, in an injection context. It stands in the address. */
export function projectFilter(): ProjectFilter {
  const texts = inject(Texts);
  const names = inject(ProjectNames);
  const change = urlChange();
  const project = urlState('project').value;
  const without = urlState('without_project').value;
  const isOfNone = computed(() => without() === 'true');
  return {
    chip: computed(() => ({
      id: 'project',
      label: texts.of('memory.move.project'),
      options: [
        { value: NO_PROJECT, label: texts.of('memory.move.no_project') },
        ...names.all().map(({ name }) => ({ value: name, label: name })),
      ],
      isSingle: true,
    })),
    value: computed(() => (isOfNone() ? NO_PROJECT : project())),
    set: (value) =>
      change({
        project: value === '' || value === NO_PROJECT ? null : value,
        without_project: value === NO_PROJECT ? 'true' : null,
      }),
    query: computed(() =>
      isOfNone()
        ? { project: null, without_project: 'true' }
        : { project: project() === '' ? null : project(), without_project: null },
    ),
    isOfNone,
  };
}
