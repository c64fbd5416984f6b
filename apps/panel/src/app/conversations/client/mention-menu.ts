import { Component, computed, inject, output, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AssigneeDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { FindMenu } from '../find-menu';

/** The colleagues, to name one in a note, who is told of it. They are read when the menu opens. */
@Component({
  selector: 'app-mention-menu',
  imports: [FindMenu, Icon, TranslocoPipe],
  template: `
    <app-find-menu
      mark="@"
      label="conversations.mention"
      find="conversations.find_colleague"
      nothing="conversations.no_colleague_fits"
      [choices]="choices()"
      [hasFailed]="loaded.problem() !== null"
      [(isOpen)]="isOpen"
      (chosen)="inserted.emit('@' + $event.name + ' ')"
      (dismissed)="inserted.emit($event)"
      (closed)="closed.emit()"
    >
      <svg appIcon="user-round" size="14"></svg>{{ 'conversations.mention' | transloco }}
    </app-find-menu>
  `,
})
export class MentionMenu {
  /** What is to stand in the note. */
  readonly inserted = output<string>();
  readonly closed = output();
  private readonly user_id = inject(Session).user_id;
  private readonly menu = viewChild.required(FindMenu);
  protected readonly isOpen = signal(false);
  protected readonly loaded = query<AssigneeDto[]>(() =>
    this.isOpen() ? '/api/conversations/assignees' : undefined,
  );
  protected readonly choices = computed(() =>
    (this.loaded.value() ?? [])
      .filter(({ id }) => id !== this.user_id())
      .map(({ id, name }) => ({ id, name, about: '' })),
  );

  /** By the mark in the text. */
  open(): void {
    this.menu().open();
  }
}
