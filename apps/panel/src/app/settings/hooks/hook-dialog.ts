import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, maxLength, required, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type HookDto, type HookEvent, type HookSubscription } from '@groupless/shared-dto';
import { HOOK_EVENTS } from '@groupless/shared-dto/event-types';
import { Toasts } from '../../ui/toasts/toasts';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { CheckGroup } from '../../ui/forms/check-group';
import { CopiedText } from '../../ui/copy/copied-text';
import { Formats } from '../../i18n/formats';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { SettingsApi } from '../settings-api';

interface HookForm {
  url: string;
  events: readonly HookSubscription[];
}

/** Makes an outbound webhook and shows its secret this once, or changes the one in `data`. */
@Component({
  selector: 'app-hook-dialog',
  imports: [CheckGroup, CopiedText, Field, FormDialog, FormField, TranslocoPipe],
  templateUrl: './hook-dialog.html',
  styleUrl: './hook-dialog.css',
})
export class HookDialog {
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  protected readonly hook = inject<HookDto | null>(DIALOG_DATA);
  private readonly dialog = inject(DialogRef);
  protected readonly formats = inject(Formats);
  protected readonly events = byKind(HOOK_EVENTS);
  /** Until then the secret before signs too; null for a new webhook. */
  protected readonly overlap = signal<string | null>(null);
  protected readonly isRotating = signal(false);
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
  /** Also what a later version adds. */
  protected readonly hasAll = computed(() => this.model().events.includes('*'));

  protected toggle(event: HookEvent): void {
    const before = this.model().events;
    this.choose(HOOK_EVENTS.filter((one) => before.includes(one) !== (one === event)));
  }

  protected toggleAll(): void {
    this.choose(this.hasAll() ? [] : ['*']);
  }

  protected async rotate({ id }: HookDto): Promise<void> {
    this.isRotating.set(true);
    try {
      const { secret, previous_secret_until } = await this.api.rotateHook(id);
      this.overlap.set(previous_secret_until);
      this.show(secret);
    } catch (error) {
      this.toasts.failed('hooks.not_rotated', error);
    } finally {
      this.isRotating.set(false);
    }
  }

  /** Neither Escape nor a click beside it hides a secret that can never be shown again. */
  private show(secret: string): void {
    this.secret.set(secret);
    this.dialog.disableClose = true;
  }

  private choose(events: readonly HookSubscription[]): void {
    this.form.events().value.set(events);
    this.form.events().markAsTouched();
  }

  private async save({ url, events }: HookForm): Promise<void> {
    const wish = { url: url.trim(), events: [...events] };
    if (this.hook === null) {
      this.show((await this.api.createHook(wish)).secret);
    } else {
      await this.api.changeHook(this.hook.id, wish);
      this.toasts.show('hooks.changed', { params: { url: wish.url } });
      this.dialog.close(true);
    }
  }
}

/** What happens to one kind of object stands together. */
function byKind(events: readonly HookEvent[]): readonly HookEvent[] {
  const kinds = events.map(kindOf);
  return events.toSorted((one, other) => kinds.indexOf(kindOf(one)) - kinds.indexOf(kindOf(other)));
}

function kindOf(event: HookEvent): string {
  return event.slice(0, event.indexOf('.'));
}
