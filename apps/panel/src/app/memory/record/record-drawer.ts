import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, contentChild, inject, input, type TemplateRef } from '@angular/core';
import { FormRoot, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { Drawer } from '../../layout/drawer';
import { Session } from '../../session/session';
import { FormError } from '../../ui/forms/field';
import { KeyValues } from '../../ui/key-values';
import { RecordState } from '../../ui/record-state';
import { RelativeTime } from '../../ui/formats/relative-time';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { RowHistory } from '../history/row-history';
import type { EditedRecord, EditedRow } from './edited-record';

/**
 * A record beside its list. Who may write sees the template `#fields` as a form, who may not the template `#values`.
 * What else is content stands above either.
 */
@Component({
  selector: 'app-record-drawer',
  imports: [
    RecordState,
    Drawer,
    FormError,
    FormRoot,
    KeyValues,
    NgTemplateOutlet,
    RelativeTime,
    RowHistory,
    SaveButtons,
    TranslocoPipe,
  ],
  templateUrl: './record-drawer.html',
  styleUrl: './record-drawer.css',
})
export class RecordDrawer<Row extends EditedRow, Model extends object> {
  readonly editing = input.required<EditedRecord<Row, Model>>();
  readonly form = input.required<FieldTree<Model>>();
  /** Whether the heading is what the record is called; a long text is no heading. */
  readonly isNamed = input(true);

  protected readonly fields = contentChild.required<TemplateRef<unknown>>('fields');
  protected readonly values = contentChild.required<TemplateRef<unknown>>('values');
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly record = computed(() => this.editing().record);
  protected readonly name = computed(() => {
    const row = this.record().row();
    return row === null || !this.isNamed() ? null : this.editing().nameOf(row);
  });
  protected readonly title = computed(() => {
    const { kind, isNew } = this.editing();
    return isNew() ? `memory.${kind}.new` : `memory.find.kind_of.${kind}`;
  });
  /** What somebody types outlives the record that it is about. */
  protected readonly isShown = computed(() => !this.record().isGone() || this.editing().isChanged());
}
