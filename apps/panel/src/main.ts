import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';

bootstrapApplication(App, appConfig).catch((error: unknown) => {
  // Nothing of the panel is there that could show it.
  // eslint-disable-next-line no-console
  console.error(error);
});
