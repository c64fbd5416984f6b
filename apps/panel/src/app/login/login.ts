import { afterNextRender, Component, inject, input, viewChild } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { PublicPage } from '../session/sign-in/public-page';
import { safeReturn } from '../session/safe-return';
import { SignInForm } from '../session/sign-in/sign-in-form';

@Component({
  selector: 'app-login',
  imports: [PublicPage, RouterLink, SignInForm, TranslocoPipe],
  template: `
    <app-public-page>
      <h1>{{ 'session.title' | transloco }}</h1>
      <app-sign-in-form (signedIn)="goOn()" />
      <p>
        <a routerLink="/forgot">{{ 'session.forgotten' | transloco }}</a>
      </p>
    </app-public-page>
  `,
  styles: `
    h1 {
      margin-bottom: 20px;
    }

    p {
      margin-top: 16px;
    }
  `,
})
export class Login {
  private readonly router = inject(Router);
  /** The asked address, from the query. */
  readonly return = input<string>();
  private readonly form = viewChild.required(SignInForm);

  constructor() {
    afterNextRender(() => this.form().focus());
  }

  protected goOn(): void {
    void this.router.navigateByUrl(safeReturn(this.return()));
  }
}
