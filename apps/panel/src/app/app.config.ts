import { APP_BASE_HREF } from '@angular/common';
import { provideHttpClient, withInterceptors } from '@angular/common/http';
import {
  ErrorHandler,
  inject,
  provideAppInitializer,
  provideBrowserGlobalErrorListeners,
  type ApplicationConfig,
} from '@angular/core';
import {
  provideRouter,
  TitleStrategy,
  withComponentInputBinding,
  withInMemoryScrolling,
  withNavigationErrorHandler,
  withPreloading,
  withRouterConfig,
} from '@angular/router';
import { APP_ROUTES } from './app.routes';
import { FIRST_STEP_FORMS } from './first-step-forms';
import { connectivityInterceptor } from './http/connectivity.interceptor';
import { problemInterceptor } from './http/problem.interceptor';
import { provideLanguages } from './i18n/languages';
import { IdlePreloading } from './idle-preloading';
import { noteLostNavigation, PanelErrorHandler } from './layout/navigation/lost-navigation';
import { bearerInterceptor } from './session/bearer.interceptor';
import { confirmationInterceptor } from './session/confirmation.interceptor';
import { Appearance } from './i18n/appearance';
import { Session } from './session/session';
import { PageTitle } from './page-title';

export const appConfig: ApplicationConfig = {
  providers: [
    provideBrowserGlobalErrorListeners(),
    // The page has no <base>: the content security policy forbids it.
    { provide: APP_BASE_HREF, useValue: '/' },
    // From the outside in: what the others see is already a problem, and a refreshed token is tried before.
    provideHttpClient(
      withInterceptors([
        problemInterceptor,
        confirmationInterceptor,
        connectivityInterceptor,
        bearerInterceptor,
      ]),
    ),
    provideRouter(
      APP_ROUTES,
      withComponentInputBinding(),
      withInMemoryScrolling({ scrollPositionRestoration: 'enabled', anchorScrolling: 'enabled' }),
      withRouterConfig({ paramsInheritanceStrategy: 'always', resolveNavigationPromiseOnError: true }),
      withNavigationErrorHandler(noteLostNavigation),
      withPreloading(IdlePreloading),
    ),
    { provide: ErrorHandler, useClass: PanelErrorHandler },
    { provide: TitleStrategy, useClass: PageTitle },
    provideLanguages(),
    // Not at a route: dialogs are made with what the root provides.
    FIRST_STEP_FORMS,
    provideAppInitializer(() => {
      // Who is signed in is asked while the texts are on their way.
      void inject(Session).restore();
      return inject(Appearance).start();
    }),
  ],
};
