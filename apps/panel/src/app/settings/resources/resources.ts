import {
  CdkDrag,
  CdkDragHandle,
  CdkDragPreview,
  CdkDropList,
  moveItemInArray,
  type CdkDragDrop,
} from '@angular/cdk/drag-drop';
import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { NgTemplateOutlet } from '@angular/common';
import { afterNextRender, Component, computed, ElementRef, inject, Injector, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { resourcesFor, scheduleOf, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import type { Query } from '../../http/api';
import { Problem } from '../../http/problem';
import { BookableResources } from '../../crm/bookable-resources';
import { BookableServices } from '../../crm/bookable-services';
import { Confirm } from '../../ui/dialogs/confirm';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { PageHeader } from '../../layout/page-header';
import { Toasts } from '../../ui/toasts/toasts';
import { Appearance } from '../../i18n/appearance';
import { Business } from '../../data/business';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { isNarrow } from '../../ui/screen-width';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { AffectedList } from '../chat-agent/affected/affected-list';
import { localClock } from '../chat-agent/hours/clock';
import { dayNames, DAYS } from '../chat-agent/hours/working-week';
import { hasOwnHours, weekOf, withoutResource } from './schedule-draft';
import { weekInWords } from './week-in-words';
import { SettingsChange, type BookableKind } from './settings-change';

interface Named {
  id: string;
  name: string;
}

/** Who works when, and what can be booked. Admins change it; the others read. */
@Component({
  selector: 'app-resources',
  imports: [
    AffectedList,
    CdkDrag,
    CdkDragHandle,
    CdkDragPreview,
    CdkDropList,
    CdkMenu,
    CdkMenuItem,
    CdkMenuTrigger,
    ErrorPanel,
    Icon,
    IconButton,
    NgTemplateOutlet,
    PageHeader,
    RouterLink,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './resources.html',
  styleUrls: ['../settings-screen.css', './resources.css'],
})
export class Resources {
  private readonly change = inject(SettingsChange);
  private readonly confirm = inject(Confirm);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly appearance = inject(Appearance);
  private readonly business = inject(Business);
  protected readonly stored = this.business.stored;
  protected readonly settings = this.business.settings;
  protected readonly formats = inject(Formats);
  private readonly texts = inject(Texts);
  private readonly bookable = { resources: inject(BookableResources), services: inject(BookableServices) };
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  /** Where somebody has put something, as it is read out. */
  protected readonly placed = signal('');
  protected readonly mayWrite = inject(Session).isAdmin;
  private readonly isNarrow = isNarrow();
  /** With the pointer. A finger on a phone scrolls. */
  protected readonly mayMove = computed(() => this.mayWrite() && !this.isNarrow());
  protected readonly isKnown = computed(
    () =>
      this.settings() !== null &&
      this.bookable.resources.read.value() !== null &&
      this.bookable.services.read.value() !== null,
  );

  protected readonly rows = computed(() => {
    const settings = this.settings();
    if (settings === null) return [];
    const nameOf = dayNames(this.appearance.formatLocale(), 'short');
    const own = new Set(this.bookable.resources.own().map(({ id }) => id));
    return this.bookable.resources.present().map(({ id, name, kind }) => ({
      ...{ id, isOwn: own.has(id), isRoom: kind === 'room' },
      ...rowOf(settings, name, nameOf, (time, ends) => this.clock(time, ends)),
    }));
  });
  protected readonly services = computed(() => {
    const settings = this.settings();
    if (settings === null) return [];
    const resources = this.bookable.resources.doers().map(({ name }) => name);
    return this.bookable.services.list().map((service) => {
      const who = resourcesFor({ ...settings, resources }, service.name);
      return { ...service, who: who.join(', '), isDoneByAll: who.length === resources.length };
    });
  });

  protected readonly leftResources = computed(() => this.bookable.resources.all().filter(hasLeft));
  protected readonly leftServices = computed(() => this.bookable.services.all().filter(hasLeft));

  protected edit(kind: BookableKind, id: string | null): void {
    void (kind === 'resources' ? this.editResource(id) : this.editService(id));
  }

  protected remove(kind: BookableKind, row: Named): void {
    void (kind === 'resources' ? this.removeResource(row) : this.removeService(row));
  }

  private async editResource(id: string | null): Promise<void> {
    const resource = this.bookable.resources.present().find((one) => one.id === id) ?? null;
    const load = () => import('./resource-dialog').then(({ ResourceDialog }) => ResourceDialog);
    await this.dialogs.load(load, { data: { settings: this.settings(), resource } });
  }

  protected drop(kind: BookableKind, { previousIndex, currentIndex }: CdkDragDrop<unknown>): void {
    const row = this.listOf(kind)[previousIndex];
    if (row !== undefined) void this.place(kind, row, currentIndex);
  }

  /** From its menu, to whose button the keyboard comes back. */
  protected async moveTo(kind: BookableKind, row: Named, to: number): Promise<void> {
    const moving = this.place(kind, row, to);
    const focus = () => this.host.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus();
    afterNextRender(focus, { injector: this.injector });
    await moving;
  }

  private async place(kind: BookableKind, { id, name }: Named, to: number): Promise<void> {
    const rows = this.listOf(kind);
    const from = rows.findIndex((one) => one.id === id);
    if (to < 0 || to >= rows.length || from === to) return;
    this.moveShown(kind, from, to);
    const [place, count] = [to + 1, rows.length];
    this.placed.set(this.texts.of('resources.placed', { name, place, count }));
    try {
      await this.change.patch(kind, id, { position: place });
    } catch (error) {
      await this.bookable[kind].read.reload();
      this.toasts.failed('resources.not_moved', error, { params: { name } });
    }
  }

  private moveShown(kind: BookableKind, from: number, to: number): void {
    // What has left stands behind the others.
    const moved = <Row>(rows: readonly Row[]): Row[] => {
      const next = [...rows];
      moveItemInArray(next, from, to);
      return next;
    };
    if (kind === 'resources') this.bookable.resources.read.update(moved);
    else this.bookable.services.read.update(moved);
  }

  private listOf(kind: BookableKind): readonly Named[] {
    return kind === 'resources' ? this.bookable.resources.present() : this.bookable.services.list();
  }

  protected async bringBack(kind: BookableKind, { id, name }: Named): Promise<void> {
    try {
      await this.change.patch(kind, id, { archived_at: null });
    } catch (error) {
      this.toasts.failed('resources.not_back', error, { params: { name } });
    }
  }

  /** Where appointments are to come it asks a second time, what becomes of them. */
  private async removeResource({ id, name }: Named): Promise<void> {
    if (!(await this.isSure(name, 'resources.remove_text'))) return;
    try {
      await this.change.store(async (settings) =>
        withoutResource(settings, await this.change.nameIn(settings, { id, name })),
      );
    } catch (error) {
      if (error instanceof Problem && error.answer.code === 'resource_in_use')
        await this.askFate({ id, name }, error);
      else this.toasts.failed('resources.not_removed', error, { params: { name } });
    }
  }

  private async editService(id: string | null): Promise<void> {
    const service = this.bookable.services.list().find((one) => one.id === id) ?? null;
    const load = () => import('./service-dialog').then(({ ServiceDialog }) => ServiceDialog);
    await this.dialogs.load(load, { data: { settings: this.settings(), service }, autoFocus: 'input' });
  }

  /** Where coming visits have it it asks a second time, and says how many. */
  private async removeService({ id, name }: Named, query: Query = {}): Promise<void> {
    const isAsked = 'keep_appointments' in query;
    if (!isAsked && !(await this.isSure(name, 'resources.remove_service_text'))) return;
    try {
      await this.change.removeService(id, query);
    } catch (error) {
      if (error instanceof Problem && error.answer.code === 'resource_in_use' && !isAsked) {
        const { coming = 0 } = error.answer;
        if (await this.isSure(name, 'resources.service_in_use', { coming }))
          await this.removeService({ id, name }, { keep_appointments: true });
      } else this.toasts.failed('resources.not_removed', error, { params: { name } });
    }
  }

  private isSure(name: string, text: string, more: object = {}): Promise<boolean> {
    const question = { title: 'resources.remove_title', text, action: 'resources.remove' };
    return this.confirm.ask({ ...question, params: { name, ...more }, isDangerous: true });
  }

  private async askFate({ id, name }: Named, { answer }: Problem): Promise<void> {
    const load = () => import('./remove-dialog').then(({ RemoveDialog }) => RemoveDialog);
    const format = new Intl.DateTimeFormat(this.appearance.formatLocale(), {
      ...({ dateStyle: 'medium', timeStyle: 'short' } as const),
      timeZone: this.appearance.businessZone(),
    });
    const first = (answer.first ?? []).map((time) => format.format(new Date(time)));
    const others = (this.settings()?.resources ?? []).filter((one) => one !== name);
    await this.dialogs.load(load, { data: { id, name, coming: answer.coming ?? 0, first, others } });
  }

  private clock(time: string, ends: boolean): string {
    return localClock(time, this.appearance.formatLocale(), ends);
  }
}

/** What is shown of one, beside what its row says. */
function rowOf(
  settings: ChatAgentSettingsDto,
  name: string,
  nameOf: (day: number) => string,
  clock: (time: string, ends: boolean) => string,
) {
  const week = weekOf(settings, name);
  const schedule = scheduleOf(settings, name);
  return {
    name,
    colour: schedule?.colour ?? null,
    isAsBusiness: !hasOwnHours(settings, name),
    services: schedule?.services ?? null,
    week: weekInWords(
      DAYS.map((day) => ({
        name: nameOf(day),
        hours: week
          .filter((one) => one.day === day)
          .map(({ opens, closes }) => `${clock(opens, false)} – ${clock(closes, true)}`),
      })),
    ),
  };
}

function hasLeft({ archived_at }: { archived_at: string | null }): boolean {
  return archived_at !== null;
}
