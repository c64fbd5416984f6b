import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { resourcesFor, scheduleOf, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Problem } from '../../http/problem';
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
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { AffectedList } from '../chat-agent/affected/affected-list';
import { localClock } from '../chat-agent/hours/clock';
import { dayNames, DAYS } from '../chat-agent/hours/working-week';
import { hasOwnHours, weekOf, withoutResource } from './schedule-draft';
import { withoutService } from './service-draft';
import { SettingsChange } from './settings-change';

/** Who works when, and what can be booked. Admins change it; the others read. */
@Component({
  selector: 'app-resources',
  imports: [AffectedList, ErrorPanel, Icon, IconButton, PageHeader, Skeleton, TranslocoPipe, WhileWaiting],
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
  protected readonly mayWrite = inject(Session).isAdmin;

  protected readonly days = computed(() => {
    const locale = this.appearance.formatLocale();
    const [short, long] = [dayNames(locale, 'short'), dayNames(locale, 'long')];
    return DAYS.map((day) => ({ day, short: short(day), long: long(day) }));
  });
  protected readonly rows = computed(() => {
    const settings = this.settings();
    if (settings === null) return [];
    return settings.resources.map((name) => rowOf(settings, name, (time, ends) => this.clock(time, ends)));
  });
  protected readonly services = computed(() => {
    const settings = this.settings();
    if (settings === null) return [];
    return settings.services.map((service) => {
      const who = resourcesFor(settings, service.name);
      return { ...service, who: who.join(', '), isDoneByAll: who.length === settings.resources.length };
    });
  });

  protected async editResource(name: string | null): Promise<void> {
    const load = () => import('./resource-dialog').then(({ ResourceDialog }) => ResourceDialog);
    await this.dialogs.load(load, { data: { settings: this.settings(), name } });
  }

  protected async rename(name: string): Promise<void> {
    const load = () => import('./rename-dialog').then(({ RenameDialog }) => RenameDialog);
    await this.dialogs.load(load, { data: name, autoFocus: 'input' });
  }

  /** Where appointments are to come it asks a second time, what becomes of them. */
  protected async removeResource(name: string): Promise<void> {
    if (!(await this.isSure(name, 'resources.remove_text'))) return;
    try {
      await this.change.store((settings) => {
        this.change.demandThere(settings.resources, [name]);
        return withoutResource(settings, name);
      });
    } catch (error) {
      if (error instanceof Problem && error.answer.code === 'resource_in_use')
        await this.askFate(name, error);
      else this.toasts.failed('resources.not_removed', error, { params: { name } });
    }
  }

  protected async editService(name: string | null): Promise<void> {
    const load = () => import('./service-dialog').then(({ ServiceDialog }) => ServiceDialog);
    await this.dialogs.load(load, { data: { settings: this.settings(), name }, autoFocus: 'input' });
  }

  protected async removeService(name: string): Promise<void> {
    if (!(await this.isSure(name, 'resources.remove_service_text'))) return;
    try {
      await this.change.store((settings) => {
        const services = settings.services.map((one) => one.name);
        this.change.demandThere(services, [name]);
        return withoutService(settings, name);
      });
    } catch (error) {
      this.toasts.failed('resources.not_removed', error, { params: { name } });
    }
  }

  private isSure(name: string, text: string): Promise<boolean> {
    const question = { title: 'resources.remove_title', text, action: 'resources.remove' };
    return this.confirm.ask({ ...question, params: { name }, isDangerous: true });
  }

  private async askFate(name: string, { answer }: Problem): Promise<void> {
    const load = () => import('./remove-dialog').then(({ RemoveDialog }) => RemoveDialog);
    const format = new Intl.DateTimeFormat(this.appearance.formatLocale(), {
      ...({ dateStyle: 'medium', timeStyle: 'short' } as const),
      timeZone: this.appearance.businessZone(),
    });
    const first = (answer.first ?? []).map((time) => format.format(new Date(time)));
    const others = (this.settings()?.resources ?? []).filter((one) => one !== name);
    await this.dialogs.load(load, { data: { name, coming: answer.coming ?? 0, first, others } });
  }

  private clock(time: string, ends: boolean): string {
    return localClock(time, this.appearance.formatLocale(), ends);
  }
}

/** A line of the week's table. */
function rowOf(settings: ChatAgentSettingsDto, name: string, clock: (time: string, ends: boolean) => string) {
  const week = weekOf(settings, name);
  const schedule = scheduleOf(settings, name);
  return {
    name,
    colour: schedule?.colour ?? null,
    isAsBusiness: !hasOwnHours(settings, name),
    services: schedule?.services ?? null,
    days: DAYS.map((day) => ({
      day,
      hours: week
        .filter((one) => one.day === day)
        .map(({ opens, closes }) => `${clock(opens, false)} – ${clock(closes, true)}`),
    })),
  };
}
