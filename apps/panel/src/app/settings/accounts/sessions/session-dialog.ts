import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, DestroyRef, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type AccountDto } from '@groupless/shared-dto';
import { isProblem, type Problem } from '../../../http/problem';
import { Formats } from '../../../i18n/formats';
import { DialogFrame } from '../../../ui/dialogs/dialog-frame';
import { Icon } from '../../../ui/icon';
import { DateTime, RelativeTime } from '../../../ui/formats/relative-time';
import { AccountsApi } from '../accounts-api';
import { readCredentials, type Recognised, type RefusedCredentials } from './credentials';

/**
 * Stores a file of credentials as the session of the account in `data`. The text never reaches the page: what is pasted
 * is taken before the field shows it. Closes with the account.
 */
@Component({
  selector: 'app-session-dialog',
  imports: [DateTime, DialogFrame, Icon, RelativeTime, TranslocoPipe],
  templateUrl: './session-dialog.html',
  styleUrl: './session-dialog.css',
})
export class SessionDialog {
  private readonly api = inject(AccountsApi);
  /** Not a signal, so that no template can show it. */
  private document: string | null = null;
  protected readonly dialog = inject<DialogRef<AccountDto>>(DialogRef);
  protected readonly formats = inject(Formats);
  protected readonly account = signal(inject<AccountDto>(DIALOG_DATA));
  protected readonly recognised = signal<Recognised | null>(null);
  protected readonly refusal = signal<RefusedCredentials | null>(null);
  protected readonly problem = signal<Problem | null>(null);
  /** What the API has against this session that a person may decide otherwise. */
  protected readonly conflict = signal<'account_identity_mismatch' | 'older_session' | null>(null);
  /** What was typed to store it all the same: the name of the account. */
  protected readonly typed = signal('');
  protected readonly mayStore = computed(
    () => this.recognised() !== null && (this.conflict() === null || this.typed() === this.account().name),
  );
  /** Somebody else stored a session while this was open. */
  protected readonly isOutdated = signal(false);
  protected readonly isOver = signal(false);
  protected readonly isStoring = signal(false);
  protected readonly missing = computed(() => this.formats.list(this.refusal()?.missing ?? []));
  protected readonly toolName = computed(() => `usage.tools.${this.account().tool ?? 'claude_code'}`);
  protected readonly limit = this.formats.bytes(LIMITS.session_document.max);

  constructor() {
    inject(DestroyRef).onDestroy(() => (this.document = null));
  }

  protected paste(event: ClipboardEvent): void {
    event.preventDefault();
    this.take(event.clipboardData?.getData('text/plain') ?? '');
  }

  /** For what came into the field by other ways, such as the menu of a phone. */
  protected takeFrom(field: HTMLTextAreaElement): void {
    const { value } = field;
    field.value = '';
    if (value.trim() !== '') this.take(value);
  }

  protected async drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    this.isOver.set(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) await this.takeFile(file);
    else this.take(event.dataTransfer?.getData('text/plain') ?? '');
  }

  protected hover(event: DragEvent): void {
    event.preventDefault();
    this.isOver.set(true);
  }

  protected async choose(field: HTMLInputElement): Promise<void> {
    const file = field.files?.[0];
    if (file !== undefined) await this.takeFile(file);
    field.value = '';
  }

  protected async store(event: Event): Promise<void> {
    event.preventDefault();
    const { document } = this;
    if (this.isStoring()) return;
    if (document === null || !this.mayStore()) {
      this.askForMissing(event.target as HTMLFormElement);
      return;
    }
    this.isStoring.set(true);
    this.problem.set(null);
    try {
      const account = await this.api.storeSession(this.account(), document, this.conflict() !== null);
      this.document = null;
      this.dialog.close(account);
    } catch (error) {
      await this.explain(error);
    } finally {
      this.isStoring.set(false);
    }
  }

  /** The focus goes to what is missing: a file of credentials, or the name of the account. */
  private askForMissing(form: HTMLFormElement): void {
    if (this.recognised() === null && this.refusal() === null) this.refuse({ fault: 'missing', missing: [] });
    form.querySelector<HTMLElement>(this.conflict() === null ? '#credentials-text' : '#force-name')?.focus();
  }

  private async explain(error: unknown): Promise<void> {
    if (!isProblem(error)) throw error;
    if (error.code === 'version_mismatch') await this.readAgain();
    else if (error.code === 'account_identity_mismatch' || error.code === 'older_session')
      this.conflict.set(error.code);
    else this.problem.set(error);
  }

  private async readAgain(): Promise<void> {
    try {
      this.account.set(await this.api.get(this.account().id));
      this.isOutdated.set(true);
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.problem.set(error);
    }
  }

  private async takeFile(file: File): Promise<void> {
    if (file.size > LIMITS.session_document.max) this.refuse({ fault: 'too_large', missing: [] });
    else this.take(await file.text());
  }

  private take(text: string): void {
    const credentials = readCredentials(text, this.account().tool);
    this.conflict.set(null);
    this.typed.set('');
    this.problem.set(null);
    if ('fault' in credentials) {
      this.refuse(credentials);
      return;
    }
    this.document = credentials.document;
    this.recognised.set(credentials.recognised);
    this.refusal.set(null);
  }

  private refuse(refusal: RefusedCredentials): void {
    this.document = null;
    this.recognised.set(null);
    this.refusal.set(refusal);
  }
}
