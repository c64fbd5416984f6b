import { createApplication } from '@angular/platform-browser';

void start();

/** The panel's own parts come in a second file. In turns: a slow processor is free between reading, making and showing. */
async function start(): Promise<void> {
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  try {
    await turn();
    const { App, appConfig } = await import('./app/start');
    await turn();
    const panel = await createApplication(appConfig);
    await turn();
    panel.bootstrap(App);
  } catch (error: unknown) {
    // Nothing of the panel is there that could show it.
    // eslint-disable-next-line no-console
    console.error(error);
  }
}
