import { Component, computed, inject, input, signal } from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { MAIL_TLS, type MailSettingsDto } from '@groupless/shared-dto';
import { MailList } from '../../crm/mails/mail-list';
import { MailWordsPipe } from '../../crm/mails/mail-words';
import { SettingsApi } from '../settings-api';
import { storedForm } from '../stored-form';
import { isProblem } from '../../http/problem';
import { versionedQuery } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { PageHeader } from '../../layout/page-header';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import {
  EMPTY_MAIL,
  followed,
  mailFormOf,
  SENT_TO_CLIENTS,
  SENT_TO_USERS,
  settingsOf,
  type MailForm,
} from './mail-form';
import { MessageMatrix } from './messages/message-matrix';

/** What one more reminder begins with: the first of them that is not there. */
const USUAL_HOURS = [24, 2, 48, 1, 168];

/** What is sent to whom and when, or the mail server with the log of mails: each has a screen, over the same settings. */
@Component({
  selector: 'app-mail',
  imports: [
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    MailList,
    MailWordsPipe,
    MessageMatrix,
    PageHeader,
    RouterLink,
    SaveButtons,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './mail.html',
  styleUrls: ['../profile/section.css', '../settings-screen.css', './mail.css'],
})
export class Mail {
  /** Which screen it is. Given by the route. */
  readonly part = input<'messages' | 'mail'>('mail');
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  private readonly session = inject(Session);
  private readonly words = inject(Texts);
  private readonly formats = inject(Formats);

  protected readonly stored = versionedQuery<MailSettingsDto>(() => '/api/settings/mail');
  private readonly fields = storedForm(this.stored, { empty: EMPTY_MAIL, fieldsOf: mailFormOf, followed });
  protected readonly isOfEnvironment = computed(() => this.stored.value()?.row.source === 'environment');
  protected readonly hasPassword = computed(() => this.stored.value()?.row.has_password === true);
  protected readonly isChanged = this.fields.isChanged;
  protected readonly tls = MAIL_TLS;
  protected readonly isTesting = signal(false);
  /** What the server said of the last test. */
  protected readonly tested = signal<{ accepted: boolean; words: string } | null>(null);
  /** While mail is off, what of it would be sent; '' while it is on. */
  protected readonly wouldBeSent = computed(() => {
    const { enabled, sends } = this.fields.model();
    const chosen = ([...SENT_TO_USERS, ...SENT_TO_CLIENTS] as const).filter((kind) => sends[kind]);
    const kinds = (['reset', ...chosen] as const).map((kind) => this.words.of(`mail.kind_names.${kind}`));
    return enabled ? '' : this.formats.list(kinds);
  });
  protected readonly form = form(this.fields.model, () => undefined, {
    submission: sending(
      (settings: MailForm) => this.save(settings),
      () => this.isChanged(),
    ),
  });

  /** Whether clients would be told something that is not sent, since there is no mail. */
  private isMissed({ enabled, sends }: MailForm): boolean {
    return !enabled && !this.isOfEnvironment() && SENT_TO_CLIENTS.some((kind) => sends[kind]);
  }

  protected addHours(): void {
    const { reminder_hours } = this.fields.model();
    const hours = USUAL_HOURS.find((usual) => !reminder_hours.includes(usual)) ?? 24;
    this.setHours([...reminder_hours, hours]);
  }

  protected removeHours(place: number): void {
    this.setHours(this.fields.model().reminder_hours.filter((_, index) => index !== place));
  }

  private setHours(reminder_hours: number[]): void {
    this.fields.model.update((before) => ({ ...before, reminder_hours }));
  }

  protected async test(): Promise<void> {
    this.isTesting.set(true);
    this.tested.set(null);
    try {
      const to = this.session.user()?.email ?? '';
      const { response } = await this.api.sendTestMail(to);
      this.tested.set({ accepted: true, words: response });
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.tested.set({ accepted: false, words: error.message });
    } finally {
      this.isTesting.set(false);
    }
  }

  private async save(settings: MailForm): Promise<void> {
    await this.fields.save(settings, (etag) => this.api.replaceMailSettings(settingsOf(settings), etag));
    this.form().reset();
    // What was just switched on is what somebody relies on.
    if (this.isMissed(settings)) this.toasts.remark('mail.saved_off');
    else this.toasts.show('mail.saved');
  }
}
