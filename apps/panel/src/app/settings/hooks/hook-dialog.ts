import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { HOOK_EVENTS, LIMITS, type HookDto, type HookEvent } from '@groupless/shared-dto';
import { Toasts } from '../../layout/toasts/toasts';
import { FormDialog } from '../../layout/dialogs/form-dialog';
import { CheckGroup } from '../../ui/forms/check-group';
import { CopiedText } from '../../ui/copy/copied-text';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { HooksApi } from './hooks-api';

interface HookForm {
  url: string;
  events: readonly HookEvent[];
}

/** Makes an outbound webhook and shows its secret this once, or changes the one in `data`. */
@Component({
  selector: 'app-hook-dialog',
  imports: [CheckGroup, CopiedText, Field, FormDialog, FormField, TranslocoPipe],
  templateUrl: './hook-dialog.html',
  styleUrl: './hook-dialog.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class HookDialog {
  private readonly api = inject(HooksApi);
  private readonly toasts = inject(Toasts);
  protected readonly hook = inject<HookDto | null>(DIALOG_DATA);
  private readonly dialog = inject(DialogRef);
  protected readonly events = HOOK_EVENTS;
  protected readonly secret = signal('');
  protected readonly verifying = [
    `import { Webhook } from 'standardwebhooks';`,
    '',
    'const webhook = new Webhook(process.env.WEBHOOK_SECRET);',
    'const event = webhook.verify(rawBody, request.headers);',
  ].join('\n');
  protected readonly heading = computed(() => {
    if (this.secret() !== '') return 'hooks.created';
    return this.hook === null ? 'hooks.make' : 'hooks.edit';
  });

  private readonly model = signal<HookForm>({
    url: this.hook?.url ?? '',
    events: this.hook?.events ?? [],
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.url);
      maxLength(path.url, LIMITS.hook_url.max);
      validate(path.events, ({ value }) => (value().length === 0 ? { kind: 'required' } : undefined));
    },
    { submission: sending((hook: HookForm) => this.save(hook)) },
  );
  protected readonly hasAll = computed(() => this.model().events.length === HOOK_EVENTS.length);

  protected toggle(event: HookEvent): void {
    const before = this.model().events;
    this.choose(HOOK_EVENTS.filter((one) => before.includes(one) !== (one === event)));
  }

  protected toggleAll(): void {
    this.choose(this.hasAll() ? [] : HOOK_EVENTS);
  }

  private choose(events: readonly HookEvent[]): void {
    this.form.events().value.set(events);
    this.form.events().markAsTouched();
  }

  private async save({ url, events }: HookForm): Promise<void> {
    const wish = { url: url.trim(), events: [...events] };
    if (this.hook === null) {
      this.secret.set((await this.api.create(wish)).secret);
      // Neither Escape nor a click beside it hides a secret that can never be shown again.
      this.dialog.disableClose = true;
    } else {
      await this.api.change(this.hook.id, wish);
      this.toasts.show('hooks.changed', { params: { url: wish.url } });
      this.dialog.close(true);
    }
  }
}
