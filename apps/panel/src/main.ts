import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';

bootstrapApplication(App, appConfig).catch((error: unknown) => {
  // No part of the panel is running that could show the error.
  // eslint-disable-next-line no-console
  console.error(error);
});
