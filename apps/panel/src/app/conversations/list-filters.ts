import { CdkMenu, CdkMenuItemCheckbox, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AssigneeDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { CHANNELS, channelName } from '../i18n/channels';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { ConversationRows, VIEWS } from './conversation-rows';

interface Choice {
  id: string;
  /** Already translated. */
  name: string;
  isChosen: boolean;
  toggle: () => void;
}

/** What the tabs do not have, in one menu: rarer lists, the order, the channel, the colleague. What is chosen stands below. */
@Component({
  selector: 'app-list-filters',
  imports: [CdkMenu, CdkMenuItemCheckbox, CdkMenuTrigger, Icon, IconButton, TranslocoPipe],
  template: `
    <div class="line">
      <ng-content />
      <button
        appIconButton="sliders-horizontal"
        [class.chosen]="chips().length > 0"
        [label]="'conversations.filters.label' | transloco"
        [cdkMenuTriggerFor]="menu"
        (cdkMenuOpened)="isWanted.set(true)"
      ></button>
    </div>
    @for (chip of chips(); track chip.id) {
      <span class="chip on">
        <button
          type="button"
          class="remove"
          [attr.aria-label]="'filter.remove' | transloco: { name: chip.name }"
          [attr.title]="'filter.remove' | transloco: { name: chip.name }"
          (click)="chip.toggle()"
        >
          <span class="nowrap">{{ chip.name }}</span> <svg appIcon="x" size="12"></svg>
        </button>
      </span>
    }
    <ng-template #menu>
      <div class="menu" cdkMenu [attr.aria-label]="'conversations.filters.label' | transloco">
        @for (group of groups(); track group.id) {
          <div role="group" [attr.aria-label]="'conversations.filters.' + group.id | transloco" class="group">
            <span class="menu-label" aria-hidden="true">{{
              'conversations.filters.' + group.id | transloco
            }}</span>
            @for (choice of group.choices; track choice.id) {
              <button
                type="button"
                class="menu-item"
                cdkMenuItemCheckbox
                [cdkMenuItemChecked]="choice.isChosen"
                (cdkMenuItemTriggered)="choice.toggle()"
              >
                <svg appIcon="check" size="14" [style.visibility]="choice.isChosen ? null : 'hidden'"></svg>
                <bdi class="nowrap">{{ choice.name }}</bdi>
              </button>
            }
          </div>
        }
      </div>
    </ng-template>
  `,
  styleUrl: '../ui/chip.css',
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }

    .line {
      display: flex;
      flex: 1 0 100%;
      gap: 4px;
    }

    .chip .remove {
      padding: 0 8px 0 10px;
    }

    .group {
      display: flex;
      flex-direction: column;
    }

    .chosen {
      background: var(--surface-3);
      color: var(--text);
    }
  `,
})
export class ListFilters {
  private readonly rows = inject(ConversationRows);
  private readonly texts = inject(Texts);
  private readonly formats = inject(Formats);
  /** The team is read once somebody wants to choose. */
  protected readonly isWanted = signal(false);
  private readonly loaded = query<AssigneeDto[]>(() =>
    this.isWanted() || this.rows.person.value() !== '' ? '/api/conversations/assignees' : undefined,
  );
  private readonly views = computed((): Choice[] =>
    VIEWS.map((id) => {
      const isChosen = this.rows.tab() === id;
      const name = this.texts.of(`conversations.tabs.${id}`);
      return { id, name, isChosen, toggle: () => this.rows.show(isChosen ? 'all' : id) };
    }),
  );
  private readonly order = computed((): Choice[] => {
    const isChosen = this.rows.sort.value() === 'waiting';
    const toggle = () => this.rows.choose({ sort: isChosen ? '' : 'waiting' });
    return [{ id: 'waiting', name: this.texts.of('conversations.longest_first'), isChosen, toggle }];
  });
  /** The usual ones, those of the list, and the chosen one, which may be any word of an agent's. */
  private readonly channels = computed((): Choice[] => {
    const listed = this.rows.list.items().map(({ channel }) => channel);
    const chosen = this.rows.channel.value();
    const ids = new Set([...CHANNELS, ...listed, ...(chosen === '' ? [] : [chosen])]);
    return [...ids].map((id) => ({
      id,
      name: channelName(id, this.texts),
      isChosen: id === chosen,
      toggle: () => this.rows.choose({ channel: id === chosen ? '' : id }),
    }));
  });
  private readonly team = computed((): Choice[] => {
    const chosen = this.rows.person.value();
    return (this.loaded.value() ?? []).map(({ id, name }) => ({
      id,
      name,
      isChosen: id === chosen,
      toggle: () => this.rows.choose({ person: id === chosen ? '' : id }),
    }));
  });
  protected readonly groups = computed(() =>
    [
      { id: 'view', choices: [...this.views(), ...this.order()] },
      // Such a list says whose they are.
      { id: 'person', choices: this.rows.hasOwner() ? [] : this.team() },
      { id: 'channel', choices: this.channels() },
    ].filter(({ choices }) => choices.length > 0),
  );
  /** What of a report is shown; none: all. */
  private readonly asked = computed((): Choice[] => {
    if (!this.rows.isOfReport()) return [];
    const { created_after, created_before, outcome } = this.rows.reported();
    const parts = [
      ...(outcome === '' ? [] : [this.texts.of(`conversations.outcomes.${outcome.split(',').at(0)}`)]),
      ...(created_after === '' || created_before === ''
        ? []
        : [`${this.formats.date(created_after)} – ${this.formats.date(lastOf(created_before))}`]),
    ];
    return [{ id: 'report', name: parts.join(' · '), isChosen: true, toggle: () => this.rows.leaveReport() }];
  });
  protected readonly chips = computed(() =>
    [this.views(), this.order(), this.channels(), this.team(), this.asked()]
      .flat()
      .filter(({ isChosen }) => isChosen),
  );
}

/** Where the last day ends, the next one begins. */
function lastOf(end: string): Date {
  return new Date(Date.parse(end) - 1);
}
