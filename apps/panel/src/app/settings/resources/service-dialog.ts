import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, max, maxLength, min, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  isSameName,
  LIMITS,
  type BookableServiceDto,
  type ChatAgentSettingsDto,
  type PatchServiceDto,
} from '@groupless/shared-dto';
import { BookableResources } from '../../crm/bookable-resources';
import { Texts } from '../../i18n/texts';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Field } from '../../ui/forms/field';
import { changesOf } from '../../ui/forms/changes-of';
import { sending } from '../../ui/forms/form-submission';
import { serviceDraftOf, serviceOver, toggledOf, withService, type ServiceDraft } from './service-draft';
import { SettingsChange } from './settings-change';

export interface ServiceWish {
  settings: ChatAgentSettingsDto;
  /** Null: a new one. */
  service: BookableServiceDto | null;
}

type Draft = ServiceDraft & Pick<BookableServiceDto, 'needs_room'>;

/** What can be booked: how long it takes, what it costs, who does it. */
@Component({
  selector: 'app-service-dialog',
  imports: [Field, FormDialog, FormField, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="
        (wish.service === null ? 'resources.add_service' : 'resources.edit')
          | transloco: { name: wish.service?.name }
      "
      [submit]="'resources.save' | transloco"
    >
      <app-field [label]="'resources.name' | transloco" [of]="form.name">
        <input class="input" autocomplete="off" [formField]="form.name" />
      </app-field>
      <div class="two">
        <app-field [label]="'resources.duration' | transloco" [of]="form.duration_minutes">
          <input
            class="input"
            type="number"
            inputmode="numeric"
            step="5"
            [formField]="form.duration_minutes"
          />
        </app-field>
        <app-field
          [label]="'resources.buffer' | transloco"
          [help]="'resources.buffer_help' | transloco"
          [of]="form.buffer_minutes"
        >
          <input class="input" type="number" inputmode="numeric" step="5" [formField]="form.buffer_minutes" />
        </app-field>
      </div>
      <app-field
        [label]="'resources.price' | transloco"
        [help]="'resources.price_help' | transloco"
        [optional]="true"
        [of]="form.price"
      >
        <input class="input" autocomplete="off" [formField]="form.price" />
      </app-field>
      <app-field
        [label]="'resources.description' | transloco"
        [help]="'resources.description_help' | transloco"
        [optional]="true"
        [of]="form.description"
      >
        <textarea class="input" rows="3" [formField]="form.description"></textarea>
      </app-field>
      <label class="check">
        <input type="checkbox" [formField]="form.needs_room" />
        <span>{{ 'resources.needs_room' | transloco }}</span>
      </label>
      <fieldset>
        <legend>{{ 'resources.who' | transloco }}</legend>
        @for (resource of doers(); track resource) {
          <label class="check">
            <input type="checkbox" [checked]="isDoneBy(resource)" (change)="toggle(resource)" />
            <span>{{ resource }}</span>
          </label>
        }
      </fieldset>
    </app-form-dialog>
  `,
  styleUrl: './resource-dialog.css',
})
export class ServiceDialog {
  private readonly change = inject(SettingsChange);
  private readonly texts = inject(Texts);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly wish = inject<ServiceWish>(DIALOG_DATA);
  private readonly bookable = inject(BookableResources);
  protected readonly doers = computed(() => this.bookable.doers().map(({ name }) => name));
  private readonly name = this.wish.service?.name ?? null;
  private readonly atFirst: Draft = {
    ...serviceDraftOf(this.wish.settings, this.name),
    needs_room: this.wish.service?.needs_room ?? false,
  };
  private readonly model = signal(this.atFirst);
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.service_name.max);
      validate(path.name, ({ value }) =>
        this.wish.settings.services.some(({ name }) => name !== this.name && isSameName(name, value()))
          ? { kind: 'repeated', message: this.texts.of('resources.name_taken') }
          : undefined,
      );
      required(path.duration_minutes);
      min(path.duration_minutes, LIMITS.service_minutes.min);
      max(path.duration_minutes, LIMITS.service_minutes.max);
      required(path.buffer_minutes);
      min(path.buffer_minutes, LIMITS.service_buffer_minutes.min);
      max(path.buffer_minutes, LIMITS.service_buffer_minutes.max);
      maxLength(path.price, LIMITS.service_price.max);
      maxLength(path.description, LIMITS.service_description.max);
    },
    { submission: sending((draft: Draft) => this.save(draft)) },
  );

  protected isDoneBy(resource: string): boolean {
    return this.model().resources.includes(resource);
  }

  protected toggle(resource: string): void {
    this.model.update((before) => ({
      ...before,
      resources: before.resources.includes(resource)
        ? before.resources.filter((one) => one !== resource)
        : [...before.resources, resource],
    }));
    this.form.resources().markAsDirty();
  }

  private async save(draft: Draft): Promise<void> {
    const { atFirst } = this;
    const { service } = this.wish;
    const toggled = toggledOf(draft, atFirst);
    if (service !== null) {
      const own = patchOf(draft, atFirst);
      if (Object.keys(own).length > 0) await this.change.patch('services', service.id, own);
    }
    if (service === null || toggled.length > 0) {
      await this.change.store(async (settings) => {
        this.change.demandThere(settings.resources, toggled);
        const name = service === null ? null : await this.change.nameIn(settings, service, 'services');
        const over = serviceOver(settings, name, { draft, atFirst });
        return withService(settings, name, { ...over, name: name ?? draft.name });
      });
    }
    // The settings name no rooms, so it is there by then.
    if (service === null && draft.needs_room) {
      const id = await this.change.idOf('services', draft.name);
      await this.change.patch('services', id, { needs_room: true });
    }
    this.dialog.close(true);
  }
}

/** What was changed of the service itself. */
function patchOf(draft: Draft, atFirst: Draft): PatchServiceDto {
  const { resources: _who, price, description, ...rest } = changesOf(draft, atFirst);
  return {
    ...rest,
    ...(price !== undefined && { price: price || null }),
    ...(description !== undefined && { description: description || null }),
  };
}
