import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { PluralPipe } from '../../i18n/plural';
import { DialogFrame } from '../../layout/dialogs/dialog-frame';
import { Field } from '../../ui/forms/field';
import type { TagChange } from './client-batch';
import { TagsField } from '../tags-field';

/** Which tags the selected clients get and lose. Its data are the tags that they have. */
@Component({
  selector: 'app-tag-clients',
  imports: [DialogFrame, Field, PluralPipe, TagsField, TranslocoPipe],
  template: `
    <form (submit)="send($event)">
      <app-dialog-frame
        [heading]="'clients.tag_selected' | plural: data.count"
        [submit]="'clients.apply' | transloco"
        [isBlocked]="!isAnything()"
      >
        <div class="stack">
          <app-field [label]="'clients.tags_to_add' | transloco">
            <app-tags-field [(value)]="add" />
          </app-field>
          @if (data.tags.length > 0) {
            <fieldset>
              <legend>{{ 'clients.tags_to_remove' | transloco }}</legend>
              @for (tag of data.tags; track tag) {
                <label>
                  <input type="checkbox" [checked]="removed().includes(tag)" (change)="toggle(tag)" />
                  <bdi>{{ tag }}</bdi>
                </label>
              }
            </fieldset>
          }
        </div>
      </app-dialog-frame>
    </form>
  `,
  styles: `
    fieldset {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      max-height: 200px;
      overflow-y: auto;
    }

    label {
      display: inline-flex;
      align-items: center;
      gap: 8px;
      min-height: 28px;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TagClients {
  protected readonly dialog = inject<DialogRef<TagChange>>(DialogRef);
  protected readonly data = inject<{ count: number; tags: readonly string[] }>(DIALOG_DATA);
  protected readonly add = signal<string[]>([]);
  protected readonly removed = signal<readonly string[]>([]);
  protected readonly isAnything = computed(() => this.add().length > 0 || this.removed().length > 0);

  protected toggle(tag: string): void {
    this.removed.update((before) =>
      before.includes(tag) ? before.filter((one) => one !== tag) : [...before, tag],
    );
  }

  protected send(event: Event): void {
    event.preventDefault();
    if (this.isAnything()) this.dialog.close({ add: this.add(), remove: this.removed() });
  }
}
