import type { Browser, Page } from 'playwright-core';

const testId = (name: string) => `[data-test-id="${name}"]`;

/** n8n's own page in a browser, as its first owner. */
export class N8nPage {
  private constructor(private readonly page: Page) {}

  static async open(browser: Browser, address: string): Promise<N8nPage> {
    const context = await browser.newContext({ baseURL: address });
    // Its page is large: seconds on an idle machine, minutes on a busy one.
    context.setDefaultTimeout(300_000);
    // It would ask its makers for icons and news.
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    const page = await context.newPage();
    await page.goto('/setup');
    await page.fill('#email', 'ada@example.com');
    await page.fill('#firstName', 'Ada');
    await page.fill('#lastName', 'Example');
    await page.fill('#password', 'Example-1234');
    await page.click(testId('form-submit-button'));
    await page.waitForURL(({ pathname }) => pathname !== '/setup');
    return new N8nPage(page);
  }

  /** Imports a file as its menu does. The names of the nodes that it draws. */
  async importFile(file: string): Promise<string[]> {
    await this.page.goto('/workflow/new');
    await this.page.click(testId('workflow-menu'));
    await this.page.getByRole('menuitem', { name: 'Import' }).hover();
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('menuitem', { name: 'From file' }).click();
    await (await chooser).setFiles(file);
    const nodes = this.page.locator(testId('canvas-node'));
    await nodes.first().waitFor();
    const names = await Promise.all((await nodes.all()).map((node) => node.getAttribute('data-node-name')));
    return names.map((name) => name ?? '');
  }
}
