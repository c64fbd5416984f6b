import {
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  input,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { form, FormField, FormRoot, maxLength, required } from '@angular/forms/signals';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  LIMITS,
  MAIL_LANGUAGES,
  MAIL_PLACEHOLDERS,
  type MailKind,
  type MailLanguage,
  type MailTextDto,
  type MailTextInputDto,
} from '@groupless/shared-dto';
import { query } from '../../../data/query';
import { PageHeader } from '../../../layout/page-header';
import { holdsUnsaved } from '../../../session/unsaved';
import { Confirm } from '../../../ui/dialogs/confirm';
import { ErrorPanel } from '../../../ui/error-panel';
import { afterSaving, isSame } from '../../../ui/forms/changes-of';
import { Field, FormError } from '../../../ui/forms/field';
import { sending } from '../../../ui/forms/form-submission';
import { SaveButtons } from '../../../ui/forms/save-buttons';
import { Icon } from '../../../ui/icon';
import { Toasts } from '../../../ui/toasts/toasts';
import { SettingsApi } from '../../settings-api';
import { TextPreview } from './text-preview';
import { withInserted } from './with-inserted';

const EMPTY: MailTextInputDto = { subject: '', text: '' };

/** The text of one kind of message, in each language, with a preview while one types. */
@Component({
  selector: 'app-mail-text',
  imports: [
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    Icon,
    PageHeader,
    RouterLink,
    SaveButtons,
    TextPreview,
    TranslocoPipe,
  ],
  templateUrl: './mail-text.html',
  styleUrls: ['../../profile/section.css', '../../settings-screen.css', './mail-text.css'],
})
export class MailText {
  /** From the address. */
  readonly kind = input.required<MailKind>();
  private readonly api = inject(SettingsApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly area = viewChild<ElementRef<HTMLTextAreaElement>>('area');
  protected readonly languages = MAIL_LANGUAGES;
  protected readonly language = signal<MailLanguage>('en');
  protected readonly path = computed(() => `/api/settings/mail/texts/${this.kind()}/${this.language()}`);
  protected readonly stored = query<MailTextDto>(() => this.path());
  protected readonly placeholders = computed(() => MAIL_PLACEHOLDERS[this.kind()]);
  protected readonly model = signal<MailTextInputDto>(EMPTY);
  /** What the form was filled from, and of which text that is. */
  private readonly base = signal<MailTextInputDto & { path: string }>({ ...EMPTY, path: '' });
  /** Not before the chosen text is read: what stands in the fields until then is none of it. */
  protected readonly isChanged = computed(() => {
    const { path, ...base } = this.base();
    return path === this.path() && !isSame(this.model(), base);
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.subject);
      maxLength(path.subject, LIMITS.mail_subject.max);
      required(path.text);
      maxLength(path.text, LIMITS.mail_text.max);
    },
    {
      submission: sending(
        (text: MailTextInputDto) => this.save(text),
        () => this.isChanged(),
      ),
    },
  );

  constructor() {
    holdsUnsaved(this.isChanged);
    effect(() => {
      const stored = this.stored.value();
      const path = this.path();
      if (stored === null || this.stored.isRefetching()) return;
      // What is being typed stays.
      if (!untracked(this.isChanged)) untracked(() => this.adopt(stored, path));
    });
  }

  /** Another language. What is typed and not saved goes only if that is wanted. */
  protected async choose(select: HTMLSelectElement): Promise<void> {
    if (this.isChanged() && !(await this.confirm.askToLeave())) {
      select.value = this.language();
      return;
    }
    this.discard();
    this.model.set(EMPTY);
    this.language.set(select.value as MailLanguage);
  }

  /** Puts a placeholder where the cursor is. */
  protected insert(name: string): void {
    const area = this.area()?.nativeElement;
    const { text, cursor } = withInserted(this.model().text, `{${name}}`, area ?? null);
    this.model.update((before) => ({ ...before, text }));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(cursor, cursor);
    });
  }

  protected async reset(): Promise<void> {
    try {
      await this.api.resetMailText(this.path());
      this.discard();
      await this.stored.reload();
      this.toasts.show('mail.text_reset');
    } catch (error) {
      this.toasts.failed('mail.text_not_reset', error);
    }
  }

  private discard(): void {
    this.base.set({ ...EMPTY, path: '' });
  }

  private async save(text: MailTextInputDto): Promise<void> {
    const path = this.path();
    const { subject, text: words } = await this.api.setMailText(path, text);
    // Another text may be shown by now, or more be typed.
    if (path === this.base().path) {
      const now = this.model();
      this.adopt({ subject, text: words }, path);
      this.model.update((saved) => afterSaving(now, text, saved));
    }
    await this.stored.reload();
    this.toasts.show('mail.text_saved');
  }

  private adopt({ subject, text }: MailTextInputDto, path: string): void {
    this.base.set({ subject, text, path });
    this.model.set({ subject, text });
    this.form().reset();
  }
}
