import {
  ChangeDetectorRef,
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  viewChild,
} from '@angular/core';
import { FormField, type FieldTree } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ClosureDto } from '@groupless/shared-dto';
import { Formats } from '../../../i18n/formats';
import { distinctNames, namesWith } from '../../../crm/resource-names';
import { toLocal } from '../../../i18n/zoned-time';
import { Field } from '../../../ui/forms/field';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { hasHours, inputFor, NEW_CLOSURE, withHours } from './closure-list';

/** Holidays and other days on which the business, or one resource, is closed: a list to fill in. */
@Component({
  selector: 'app-closures',
  imports: [Field, FormField, Icon, IconButton, TranslocoPipe],
  templateUrl: './closures.html',
  styleUrl: './closures.css',
})
export class Closures {
  protected readonly formats = inject(Formats);
  readonly form = input.required<FieldTree<ClosureDto[]>>();
  readonly time_zone = input.required<string>();
  /** What can be closed; null: only what the list is about. */
  readonly resources = input<readonly string[] | null>(null);
  readonly disabled = input(false);
  private readonly changes = inject(ChangeDetectorRef);
  private readonly addButton = viewChild<ElementRef<HTMLButtonElement>>('addButton');
  protected readonly inputFor = inputFor;
  protected readonly hasHours = hasHours;
  protected readonly closures = computed(() => this.form()().value());
  protected readonly isFull = computed(() => this.closures().length >= LIMITS.closures.max);

  /** The names that the settings have now, and the one that is stored with the closure. */
  protected resourcesFor(closure: ClosureDto): string[] {
    const names = (this.resources() ?? []).filter((name) => name !== '');
    return closure.resource ? namesWith(names, closure.resource) : distinctNames(names);
  }

  protected fieldAt(index: number): FieldTree<ClosureDto, number> {
    return this.form()[index] as FieldTree<ClosureDto, number>;
  }

  add(): void {
    if (this.isFull()) return;
    const index = this.closures().length;
    this.change((closures) => [...closures, { ...NEW_CLOSURE }]);
    this.fieldAt(index).from().focusBoundControl();
  }

  protected setHours(index: number, isOn: boolean): void {
    const today = toLocal(new Date(), this.time_zone()).date;
    this.fieldAt(index)().value.update((closure) => withHours(closure, isOn, today));
    this.fieldAt(index)().markAsDirty();
  }

  protected remove(index: number): void {
    this.change((closures) => closures.filter((_, one) => one !== index));
    this.addButton()?.nativeElement.focus();
  }

  private change(next: (closures: ClosureDto[]) => ClosureDto[]): void {
    this.form()().value.update(next);
    this.form()().markAsDirty();
    // The focus moves within the same key press, so that what is typed next is not lost.
    this.changes.detectChanges();
  }
}
