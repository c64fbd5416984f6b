import { Component, inject, signal } from '@angular/core';
import { form, FormField, FormRoot, maxLength, minLength, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ChangePasswordDto } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { holdsUnsaved } from '../../session/unsaved';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ProfileApi } from './profile-api';

const EMPTY: ChangePasswordDto = { current_password: '', new_password: '' };

@Component({
  selector: 'app-profile-password',
  imports: [Field, FormError, FormField, FormRoot, TranslocoPipe],
  template: `
    <section class="card" aria-labelledby="profile-password">
      <h2 id="profile-password">{{ 'profile.password' | transloco }}</h2>
      <p class="lead">{{ 'profile.password_lead' | transloco }}</p>
      <form class="stack" [formRoot]="form">
        <input
          class="visually-hidden"
          autocomplete="username"
          tabindex="-1"
          aria-hidden="true"
          readonly
          [value]="email"
        />
        <div class="two">
          <app-field [label]="'profile.current_password' | transloco" [of]="form.current_password">
            <input
              class="input"
              type="password"
              autocomplete="current-password"
              [formField]="form.current_password"
            />
          </app-field>
          <app-field
            [label]="'profile.new_password' | transloco"
            [help]="'profile.new_password_help' | transloco: { min: limits.min }"
            [of]="form.new_password"
          >
            <input
              class="input"
              type="password"
              autocomplete="new-password"
              [formField]="form.new_password"
            />
          </app-field>
        </div>
        <app-form-error [of]="form" />
        <div class="buttons">
          <button class="button" type="submit" [disabled]="form().submitting()">
            {{ 'profile.change_password' | transloco }}
          </button>
        </div>
      </form>
    </section>
  `,
  styleUrl: './section.css',
})
export class ProfilePassword {
  private readonly api = inject(ProfileApi);
  private readonly toasts = inject(Toasts);
  private readonly model = signal(EMPTY);
  protected readonly limits = LIMITS.password;
  protected readonly email = inject(Session).user()?.email ?? '';
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.current_password);
      required(path.new_password);
      minLength(path.new_password, LIMITS.password.min);
      maxLength(path.new_password, LIMITS.password.max);
    },
    { submission: sending((change: ChangePasswordDto) => this.save(change)) },
  );

  constructor() {
    holdsUnsaved(() => this.model().new_password !== '');
  }

  private async save(change: ChangePasswordDto): Promise<void> {
    await this.api.changePassword(change);
    this.model.set(EMPTY);
    this.form().reset();
    this.toasts.show('profile.password_changed');
  }
}
