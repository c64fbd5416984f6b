import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AssigneeDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { CHANNELS, channelName } from '../i18n/channels';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { ConversationRows } from './conversation-rows';

/** Narrows the list to one colleague, and to one channel. The team is read once somebody wants to choose. */
@Component({
  selector: 'app-list-filters',
  imports: [Icon, TranslocoPipe],
  template: `
    <select
      class="input"
      [attr.aria-label]="'conversations.filters.person' | transloco"
      [value]="rows.person.value()"
      (focus)="isWanted.set(true)"
      (change)="rows.person.set($any($event.target).value)"
    >
      <option value="">{{ 'conversations.filters.anybody' | transloco }}</option>
      @for (user of team(); track user.id) {
        <option [value]="user.id" [selected]="user.id === rows.person.value()">{{ user.name }}</option>
      }
    </select>
    <select
      class="input"
      [attr.aria-label]="'conversations.filters.channel' | transloco"
      [value]="rows.channel.value()"
      (change)="rows.channel.set($any($event.target).value)"
    >
      <option value="">{{ 'conversations.filters.any_channel' | transloco }}</option>
      @for (channel of channels(); track channel.id) {
        <option [value]="channel.id" [selected]="channel.id === rows.channel.value()">
          {{ channel.name }}
        </option>
      }
    </select>
    <button
      type="button"
      class="icon-button"
      [class.chosen]="isByWaiting()"
      [attr.aria-pressed]="isByWaiting()"
      [attr.aria-label]="'conversations.longest_first' | transloco"
      [attr.title]="'conversations.longest_first' | transloco"
      (click)="rows.sort.set(isByWaiting() ? '' : 'waiting')"
    >
      <svg appIcon="clock" size="16"></svg>
    </button>
    @if (asked(); as text) {
      <button
        type="button"
        class="button asked"
        [attr.title]="'conversations.filters.all' | transloco"
        (click)="rows.leaveReport()"
      >
        <span class="nowrap">{{ text }}</span> <svg appIcon="x" size="12"></svg>
      </button>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin-top: 8px;
    }

    .asked {
      flex: 1 0 100%;
      justify-content: space-between;
      min-width: 0;
    }

    .input {
      flex: 1;
      min-width: 0;
    }

    .chosen {
      background: var(--surface-3);
      color: var(--text);
    }
  `,
})
export class ListFilters {
  protected readonly rows = inject(ConversationRows);
  private readonly texts = inject(Texts);
  private readonly formats = inject(Formats);
  protected readonly isWanted = signal(false);
  protected readonly isByWaiting = computed(() => this.rows.sort.value() === 'waiting');
  private readonly loaded = query<AssigneeDto[]>(() =>
    this.isWanted() || this.rows.person.value() !== '' ? '/api/conversations/assignees' : undefined,
  );
  protected readonly team = computed(() => this.loaded.value() ?? []);
  /** What of a report is shown; null: all. */
  protected readonly asked = computed(() => {
    const { created_after, created_before, outcome } = this.rows.reported();
    const parts = [
      ...(outcome === '' ? [] : [this.texts.of(`conversations.outcomes.${outcome.split(',').at(0)}`)]),
      ...(created_after === '' || created_before === ''
        ? []
        : [`${this.formats.date(created_after)} – ${this.formats.date(lastOf(created_before))}`]),
    ];
    return this.rows.isOfReport() ? parts.join(' · ') : null;
  });
  /** The usual ones, those of the list, and the chosen one, which may be any word of an agent's. */
  protected readonly channels = computed(() => {
    const listed = this.rows.list.items().map(({ channel }) => channel);
    const chosen = this.rows.channel.value();
    const ids = new Set([...CHANNELS, ...listed, ...(chosen === '' ? [] : [chosen])]);
    return [...ids].map((id) => ({ id, name: channelName(id, this.texts) }));
  });
}

/** Where the last day ends, the next one begins. */
function lastOf(end: string): Date {
  return new Date(Date.parse(end) - 1);
}
