import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { apply, applyEach, form, FormField, maxLength, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { ANY_RESOURCE, findName, isSameName, LIMITS, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { Confirm } from '../../ui/dialogs/confirm';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Appearance } from '../../i18n/appearance';
import { isSame } from '../../ui/forms/changes-of';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { dayNames } from '../chat-agent/hours/working-week';
import { ClockField } from '../chat-agent/hours/clock-field';
import { WEEK_RULES } from '../chat-agent/settings-rules';
import { WorkingHours } from '../chat-agent/hours/working-hours';
import { isClock, localClock } from '../chat-agent/hours/clock';
import {
  daysOutside,
  draftOf,
  scheduleOver,
  weekOf,
  withSchedule,
  type ScheduleDraft,
} from './schedule-draft';
import { SettingsChange } from './settings-change';

export interface ResourceWish {
  settings: ChatAgentSettingsDto;
  /** Null: a new one. */
  name: string | null;
}

/** When a resource works and what it does; makes a new one. */
@Component({
  selector: 'app-resource-dialog',
  imports: [ClockField, Field, FormDialog, FormField, Icon, IconButton, TranslocoPipe, WorkingHours],
  templateUrl: './resource-dialog.html',
  styleUrl: './resource-dialog.css',
})
export class ResourceDialog {
  private readonly change = inject(SettingsChange);
  private readonly confirm = inject(Confirm);
  private readonly texts = inject(Texts);
  private readonly formats = inject(Formats);
  private readonly locale = inject(Appearance).formatLocale;
  /** How a time is written. */
  protected readonly example = computed(() => localClock('09:00', this.locale()));
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly wish = inject<ResourceWish>(DIALOG_DATA);
  protected readonly services = this.wish.settings.services.map(({ name }) => name);
  /** Whose hours can be taken over. */
  protected readonly others = this.wish.settings.resources.filter((name) => name !== this.wish.name);
  private readonly atFirst = draftOf(this.wish.settings, this.wish.name);
  private readonly model = signal(this.atFirst);
  protected readonly hasOwnHours = computed(() => this.model().hasOwnHours);
  /** The days on which the hours go beyond those of the business; agents offer them all the same. */
  protected readonly outside = computed(() => this.outsideOf(this.model()));
  protected readonly doesAll = computed(() => this.model().doesAll);
  protected readonly hasOwnColour = computed(() => this.model().hasOwnColour);
  protected readonly exceptions = computed(() => this.model().exceptions);
  protected readonly mayGrow = computed(() => this.exceptions().length < LIMITS.schedule_exceptions.max);
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.name);
      maxLength(path.name, LIMITS.resource.max);
      validate(path.name, ({ value }) => this.faultOfName(value()));
      apply(path.working_hours, WEEK_RULES);
      applyEach(path.exceptions, (one) => {
        required(one.from);
        required(one.to);
        validate(one.opens, ({ value }) =>
          isClock(value()) && value() !== '24:00' ? undefined : { kind: 'no_clock' },
        );
        validate(one.closes, ({ value }) => (isClock(value()) ? undefined : { kind: 'no_clock' }));
      });
    },
    { submission: sending((draft: ScheduleDraft) => this.save(draft)) },
  );

  protected does(service: string): boolean {
    return this.model().services.some((name) => isSameName(name, service));
  }

  protected toggle(service: string): void {
    this.model.update((before) => ({
      ...before,
      services: this.does(service)
        ? before.services.filter((name) => !isSameName(name, service))
        : [...before.services, service],
    }));
    this.form.services().markAsDirty();
  }

  protected copyFrom(name: string): void {
    if (name === '') return;
    const working_hours = weekOf(this.wish.settings, name);
    this.model.update((before) => ({ ...before, hasOwnHours: true, working_hours }));
    this.form.working_hours().markAsDirty();
  }

  protected addException(): void {
    const first = { from: '', to: '', opens: '09:00', closes: '12:00' };
    this.model.update((before) => ({ ...before, exceptions: [...before.exceptions, first] }));
    this.form.exceptions().markAsDirty();
  }

  protected removeException(index: number): void {
    this.model.update((before) => ({
      ...before,
      exceptions: before.exceptions.filter((_, one) => one !== index),
    }));
    this.form.exceptions().markAsDirty();
  }

  /** What is wrong with the clocks of an exception, once somebody has been in them. */
  protected clockErrorsAt(index: number): readonly { kind: string; message?: string }[] {
    const one = this.form.exceptions[index];
    if (one === undefined) return [];
    return [one.opens(), one.closes()].flatMap((field) => (field.touched() ? field.errors() : []));
  }

  private faultOfName(name: string): { kind: string; message: string } | undefined {
    if (this.wish.name !== null) return undefined;
    if (isSameName(name, ANY_RESOURCE))
      return { kind: 'not_any', message: this.texts.of('resources.name_any') };
    if (findName(this.wish.settings.resources, name) === undefined) return undefined;
    return { kind: 'repeated', message: this.texts.of('resources.name_taken') };
  }

  /** Empty: they do not, or are those of the business. */
  private outsideOf({ hasOwnHours, working_hours }: ScheduleDraft): string {
    if (!hasOwnHours) return '';
    const hours = working_hours.filter(({ opens, closes }) => isClock(opens) && isClock(closes));
    return this.formats.list(daysOutside(this.wish.settings, hours).map(dayNames(this.locale(), 'long')));
  }

  /** Whether hours that nobody has seen before may go beyond those of the business. */
  private async isMeant(draft: ScheduleDraft): Promise<boolean> {
    const days = this.outsideOf(draft);
    const { atFirst } = this;
    const isSeen = atFirst.hasOwnHours && isSame(draft.working_hours, atFirst.working_hours);
    if (days === '' || isSeen) return true;
    const title = 'resources.outside_title';
    const text = 'resources.outside_text';
    const [action, dismiss] = ['resources.outside_save', 'resources.outside_change'];
    return this.confirm.ask({ title, text, action, dismiss, params: { name: draft.name, days } });
  }

  private async save(draft: ScheduleDraft): Promise<void> {
    if (!(await this.isMeant(draft))) return;
    const { name } = this.wish;
    const { atFirst } = this;
    await this.change.store((settings) => {
      if (name === null) {
        this.change.demandFree(settings.resources, draft.name);
        return withSchedule(settings, draft);
      }
      this.change.demandThere(settings.resources, [name]);
      return withSchedule(settings, scheduleOver(settings, name, { draft, atFirst }));
    });
    this.dialog.close(true);
  }
}
