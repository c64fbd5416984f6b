import { Component, inject, input, linkedSignal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { SessionDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Drawer } from '../../layout/drawer';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { CopyButton } from '../../ui/copy/copy-button';
import { DateTime } from '../../ui/formats/relative-time';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { LongText } from '../../ui/long-text';
import { RecordState } from '../../ui/record-state';
import { deletion } from '../record/deletion';
import { exitOf } from '../record/edited-record';
import { MemoryApi } from '../memory-api';
import { shownRecord } from '../record/record';
import { RowHistory } from '../history/row-history';
import { rowName } from '../history/row-name';
import { SESSION_PARTS } from './session-parts';
import { SessionForm } from './session-form';

/** One session with its whole text, which operators correct. */
@Component({
  selector: 'app-session-drawer',
  imports: [
    RecordState,
    CopyButton,
    DateTime,
    Drawer,
    KeyValue,
    KeyValues,
    LongText,
    RowHistory,
    SessionForm,
    TranslocoPipe,
  ],
  templateUrl: './session-drawer.html',
  styleUrl: '../record/record-drawer.css',
})
export class SessionDrawer {
  readonly id = input.required<string>();
  private readonly api = inject(MemoryApi);
  private readonly asksToDelete = deletion('session');
  private readonly toasts = inject(Toasts);
  /** By its name in the template: the form loads when somebody writes. */
  private readonly form = viewChild<SessionForm>('form');
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly isEditing = linkedSignal({ source: this.id, computation: () => false });
  protected readonly parts = SESSION_PARTS;
  /** Where it was. */
  protected readonly places = ['branch', 'head', 'machine', 'session_id'] as const;
  protected readonly nameOf = rowName;
  protected readonly record = shownRecord<SessionDto>({
    address: () => apiPath`/api/memory/sessions/${this.id()}`,
    name: ({ summary }) => summary.slice(0, 80),
    isEdited: () => this.isChanged(),
  });
  protected readonly editing = exitOf(() => this.isChanged());

  protected isChanged(): boolean {
    return this.form()?.isChanged() ?? false;
  }

  protected onSaved(session: SessionDto): void {
    this.isEditing.set(false);
    this.record.show(session);
  }

  protected async remove(session: SessionDto): Promise<void> {
    const name = rowName(session);
    if (!(await this.asksToDelete(name, () => this.api.deleteSession(session.id)))) return;
    this.editing.leave();
    this.toasts.show('memory.deleted', { params: { name } });
  }
}
