import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { StateDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { PluralPipe } from '../../i18n/plural';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { listFilters, type ListFilters } from '../../layout/list-filters';
import { FilterChips } from '../../ui/lists/filter-chips';
import { Icon } from '../../ui/icon';
import { ListFrame } from '../../ui/lists/list-frame';
import { MemoryHeader } from '../memory-header';
import { ChoiceBar } from '../moves/choice-bar';
import { chosenRows } from '../moves/chosen-rows';
import { projectFilter } from '../moves/project-filter';
import { ProjectNames } from '../tasks/project-names';
import { StateEntry } from './state-entry';
import { StateForm } from './state-form';

/** What the assistant knows to be so: keys and values, by category. */
@Component({
  selector: 'app-state-list',
  imports: [
    ListFrame,
    ChoiceBar,
    FilterChips,
    Icon,
    MemoryHeader,
    PluralPipe,
    RouterOutlet,
    StateEntry,
    StateForm,
    TranslocoPipe,
  ],
  providers: [ProjectNames],
  templateUrl: './state-list.html',
  styleUrls: ['../../ui/lists/list-page.css', './state-list.css'],
})
export class StateList {
  protected readonly project = projectFilter();
  protected readonly filters: ListFilters = listFilters([
    {
      id: 'category',
      label: 'memory.entry.category',
      options: () => {
        const known = [...new Set([...this.categories(), this.filters.values()['category'] ?? ''])];
        return known.filter(Boolean).map((value) => ({ value, label: value }));
      },
      isSingle: true,
    },
    this.project,
  ]);
  protected readonly isAdding = signal(false);
  protected readonly state = pageList<StateDto>(() => ({
    url: '/api/memory/state',
    query: this.filters.query(),
  }));
  /** All that were seen so far: a filtered list names but one. */
  protected readonly categories = linkedSignal<readonly StateDto[], readonly string[]>({
    source: this.state.items,
    computation: (entries, before) =>
      [...new Set([...(before?.value ?? []), ...entries.map(({ category }) => category)])].sort(),
  });
  protected readonly chosen = chosenRows(this.state.items);
  protected readonly isChoosing = computed(() => this.project.isOfNone() && this.state.items().length > 0);
  /** What is being written stays in its place, whatever is filtered, moved or deleted meanwhile. */
  private readonly held = signal<ReadonlyMap<number, StateDto>>(new Map());
  protected readonly groups = computed(() => {
    const groups = new Map<string, StateDto[]>();
    const held = this.held();
    const rest = [...held.values()].filter(({ id }) => !this.state.items().some((entry) => entry.id === id));
    for (const entry of [...this.state.items(), ...rest]) {
      const category = held.get(entry.id)?.category ?? entry.category;
      const group = groups.get(category);
      if (group === undefined) groups.set(category, [entry]);
      else group.push(entry);
    }
    return [...groups].map(([category, entries]) => ({ category, entries }));
  });

  protected hold(entry: StateDto, isHeld: boolean): void {
    this.held.update((before) => {
      const others = [...before].filter(([id]) => id !== entry.id);
      return new Map(isHeld ? [...others, [entry.id, entry]] : others);
    });
  }

  constructor() {
    const run = () => this.isAdding.set(true);
    inject(Shortcuts).register([{ keys: 'n', label: 'memory.entry.new', group: 'keys.list', run }]);
  }
}
