import { Component, inject, input, linkedSignal, signal } from '@angular/core';
import { form, FormField, FormRoot, maxLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ProjectRecordDto } from '@groupless/shared-dto';
import { Session } from '../../session/session';
import { Confirm } from '../../ui/dialogs/confirm';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { IconButton } from '../../ui/icon-button';
import { Toasts } from '../../ui/toasts/toasts';
import { MemoryApi } from '../memory-api';

/** By what a project is found: remotes, the first commit, folders on machines. */
@Component({
  selector: 'app-project-identities',
  imports: [Field, FormError, FormField, FormRoot, IconButton, TranslocoPipe],
  template: `
    <h3>{{ 'memory.identity.title' | transloco }}</h3>
    <p class="caption">{{ 'memory.identity.text' | transloco }}</p>
    @if (shown().length > 0) {
      <ul>
        @for (identity of shown(); track identity) {
          <li>
            <bdi>{{ identity }}</bdi>
            @if (mayWrite()) {
              <button
                appIconButton="trash"
                size="14"
                [label]="'memory.identity.remove_it' | transloco: { identity }"
                [tip]="'memory.identity.remove' | transloco"
                (click)="remove(identity)"
              ></button>
            }
          </li>
        }
      </ul>
    } @else {
      <p class="muted">{{ 'memory.identity.none' | transloco }}</p>
    }
    @if (mayWrite()) {
      <form [formRoot]="form">
        <app-field
          [label]="'memory.identity.new' | transloco"
          [help]="'memory.identity.help' | transloco"
          [of]="form.identity"
        >
          <input
            class="input"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            [formField]="form.identity"
          />
        </app-field>
        <app-form-error [of]="form" />
        <button type="submit" class="button" [disabled]="form().submitting()">
          {{ 'memory.identity.add' | transloco }}
        </button>
      </form>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 8px;
      margin-top: 16px;
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }

    li {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      min-height: 36px;
      font: 12px/20px var(--mono);
      overflow-wrap: anywhere;
    }

    form {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 8px;
    }

    app-field {
      align-self: stretch;
    }
  `,
})
export class ProjectIdentities {
  readonly project = input.required<ProjectRecordDto>();
  private readonly api = inject(MemoryApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly shown = linkedSignal(() => this.project().identities);
  protected readonly form = form(
    signal({ identity: '' }),
    (path) => {
      required(path.identity);
      maxLength(path.identity, LIMITS.project_identity.max);
    },
    { submission: sending(({ identity }: { identity: string }) => this.add(identity.trim())) },
  );

  /** One that another project has stays there: then it is not in the answer. */
  private async add(identity: string): Promise<void> {
    const { id } = this.project();
    const { identities } = await this.api.addIdentity(id, identity);
    // Another project may be shown by now.
    if (this.project().id === id) this.shown.set(identities);
    const params = { identity };
    if (!identities.includes(identity)) this.toasts.remark('memory.identity.taken', { params });
    this.form.identity().value.set('');
    this.form().reset();
  }

  protected async remove(identity: string): Promise<void> {
    const { id } = this.project();
    const params = { identity };
    const isSure = await this.confirm.ask({
      title: 'memory.identity.remove_title',
      text: 'memory.identity.remove_text',
      action: 'memory.identity.remove',
      params,
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.removeIdentity(id, identity);
      this.shown.update((before) => before.filter((one) => one !== identity));
      const restore = () => void this.restore(id, identity);
      this.toasts.undoable('memory.identity.removed', restore, params);
    } catch (error) {
      this.toasts.failed('memory.identity.not_removed', error, { params });
    }
  }

  private async restore(id: number, identity: string): Promise<void> {
    try {
      const { identities } = await this.api.addIdentity(id, identity);
      if (this.project().id === id) this.shown.set(identities);
    } catch (error) {
      this.toasts.failed('memory.identity.not_restored', error, { params: { identity } });
    }
  }
}
