import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { apply, applyEach, form, FormField, maxLength, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  ANY_RESOURCE,
  findName,
  isSameName,
  LIMITS,
  RESOURCE_KINDS,
  type ChatAgentSettingsDto,
  type PageDto,
  type ResourceDto,
  type ResourceKind,
  type UserDto,
} from '@groupless/shared-dto';
import { BookableResources } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { Confirm } from '../../ui/dialogs/confirm';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Appearance } from '../../i18n/appearance';
import { changesOf, isSame } from '../../ui/forms/changes-of';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { dayNames } from '../chat-agent/hours/working-week';
import { ClockField } from '../chat-agent/hours/clock-field';
import { Closures } from '../chat-agent/closures/closures';
import { CLOSURE_RULES, WEEK_RULES } from '../chat-agent/settings-rules';
import { Toasts } from '../../ui/toasts/toasts';
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
  resource: ResourceDto | null;
}

/** With what it is, and whose appointments these are; empty: nobody's. */
interface Own {
  kind: ResourceKind;
  user_id: string;
}
type Draft = ScheduleDraft & Own;

/** As many users as can be chosen. */
const USERS = 200;
/** What decides when it can be booked. */
const WHEN = ['hasOwnHours', 'working_hours', 'exceptions', 'closures'] as const;

/** All of a resource: when it works, its days off, what it does, whose it is; makes a new one. */
@Component({
  selector: 'app-resource-dialog',
  imports: [
    ClockField,
    Closures,
    Field,
    FormDialog,
    FormField,
    Icon,
    IconButton,
    TranslocoPipe,
    WorkingHours,
  ],
  templateUrl: './resource-dialog.html',
  styleUrl: './resource-dialog.css',
})
export class ResourceDialog {
  private readonly change = inject(SettingsChange);
  private readonly confirm = inject(Confirm);
  private readonly texts = inject(Texts);
  private readonly toasts = inject(Toasts);
  private readonly bookable = inject(BookableServices);
  private readonly left = inject(BookableResources).all;
  /** Whether one of the name of a new one has left: it may be that one. */
  protected readonly hadName = computed(
    () =>
      this.wish.resource === null &&
      this.left().some((one) => one.archived_at !== null && isSameName(one.name, this.model().name)),
  );
  private readonly formats = inject(Formats);
  private readonly locale = inject(Appearance).formatLocale;
  /** How a time is written. */
  protected readonly example = computed(() => localClock('09:00', this.locale()));
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly wish = inject<ResourceWish>(DIALOG_DATA);
  protected readonly services = this.wish.settings.services.map(({ name }) => name);
  /** Whose hours can be taken over. */
  protected readonly kinds = RESOURCE_KINDS;
  private readonly name = this.wish.resource?.name ?? null;
  protected readonly others = this.wish.settings.resources.filter((name) => name !== this.name);
  private readonly users = query<PageDto<UserDto>>(() => ({
    url: '/api/users',
    query: { limit: USERS, sort: 'name' },
  }));
  /** Who can log in, and whose it is already. */
  protected readonly choices = computed(() =>
    (this.users.value()?.items ?? []).filter(({ id, is_active }) => is_active || id === this.atFirst.user_id),
  );
  private readonly atFirst: Draft = {
    ...draftOf(this.wish.settings, this.name),
    kind: this.wish.resource?.kind ?? 'person',
    user_id: this.wish.resource?.user_id ?? '',
  };
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
      applyEach(path.closures, CLOSURE_RULES);
      applyEach(path.exceptions, (one) => {
        required(one.from);
        required(one.to);
        validate(one.opens, ({ value }) =>
          isClock(value()) && value() !== '24:00' ? undefined : { kind: 'no_clock' },
        );
        validate(one.closes, ({ value }) => (isClock(value()) ? undefined : { kind: 'no_clock' }));
      });
    },
    { submission: sending((draft: Draft) => this.save(draft)) },
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
    if (isSameName(name, ANY_RESOURCE))
      return { kind: 'not_any', message: this.texts.of('resources.name_any') };
    if (findName(this.others, name) === undefined) return undefined;
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

  private async save({ kind, user_id, ...draft }: Draft): Promise<void> {
    if (!(await this.isMeant(draft))) return;
    const isStored =
      this.wish.resource === null
        ? await this.make(draft, { kind, user_id })
        : await this.alter(this.wish.resource, draft, { kind, user_id });
    if (isStored) this.dialog.close(true);
  }

  /** A new row, also where somebody of that name has left: the settings would bring that one back. */
  private async make({ closures, ...draft }: ScheduleDraft, { kind, user_id }: Own): Promise<boolean> {
    const services = this.bookable
      .list()
      .filter(({ name }) => draft.services.some((one) => isSameName(one, name)));
    const made = await this.change.create({
      name: draft.name,
      kind,
      user_id: user_id || null,
      colour: draft.hasOwnColour ? draft.colour : null,
      working_hours: draft.hasOwnHours ? draft.working_hours : null,
      exceptions: draft.exceptions,
      services: draft.doesAll ? null : services.map(({ id }) => id),
    });
    if (closures.length === 0) return true;
    const change = async (settings: ChatAgentSettingsDto) => {
      const name = await this.change.nameIn(settings, made);
      return withSchedule(settings, { ...draftOf(settings, name), closures });
    };
    // It is there by then, and its days off can be entered later.
    await this.change.store(change).catch((error: unknown) => {
      this.toasts.failed('resources.without_days_off', error, { params: { name: made.name } });
    });
    return true;
  }

  /** The name comes last: the settings know it by the one before. */
  private async alter(resource: ResourceDto, draft: ScheduleDraft, { kind, user_id }: Own): Promise<boolean> {
    const { kind: wasA, user_id: wasOf, ...atFirst } = this.atFirst;
    const { name, ...schedule } = changesOf(draft, atFirst);
    if (Object.keys(schedule).length > 0) {
      const change = async (settings: ChatAgentSettingsDto) => {
        const known = await this.change.nameIn(settings, resource);
        return withSchedule(settings, scheduleOver(settings, known, { draft, atFirst }));
      };
      const asks = WHEN.some((field) => field in schedule);
      if (!(await this.change.store(change, { asks }))) return false;
    }
    const own = {
      ...(name !== undefined && { name }),
      ...(kind !== wasA && { kind }),
      ...(user_id !== wasOf && { user_id: user_id || null }),
    };
    if (Object.keys(own).length > 0) await this.change.patch('resources', resource.id, own);
    return true;
  }
}
