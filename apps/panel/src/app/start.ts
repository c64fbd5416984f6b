/** What the panel starts with. */
export { App } from './app';
export { appConfig } from './app.config';
