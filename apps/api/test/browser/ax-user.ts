import type { CDPSession, Page } from 'playwright-core';

interface Node {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  backendDOMNodeId?: number;
}

/** Somebody who has a page read to them: finds things in Chromium's accessibility tree alone, and uses them by the keyboard. */
export class AxUser {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<AxUser> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new AxUser(page, session);
  }

  /** What is told, as `role: name`, in the order of the page. */
  async hears(...roles: string[]): Promise<string[]> {
    return (await this.nodes())
      .filter(({ role }) => roles.includes(role?.value ?? ''))
      .map(({ role, name }) => `${role?.value ?? ''}: ${name?.value ?? ''}`);
  }

  /** Waits until it is there, as after a navigation. */
  async focus(role: string, name: string | RegExp): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const node = (await this.nodes()).find((one) => one.role?.value === role && isNamed(one, name));
      const backendNodeId = node?.backendDOMNodeId;
      if (backendNodeId !== undefined) {
        // The page that was read may give way to the next one meanwhile.
        const focused = this.session.send('DOM.focus', { backendNodeId }).then(
          () => true,
          () => false,
        );
        if (await focused) return;
      }
      await this.page.waitForTimeout(50);
    }
    throw new Error(
      `The tree has no ${role} "${String(name)}": ${(await this.hears('link', 'button', 'heading')).join(', ')}`,
    );
  }

  async press(role: string, name: string | RegExp): Promise<void> {
    await this.focus(role, name);
    await this.page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter');
  }

  async type(name: string | RegExp, text: string): Promise<void> {
    await this.focus('textbox', name);
    await this.page.keyboard.type(text);
  }

  private async nodes(): Promise<Node[]> {
    const { nodes } = (await this.session
      .send('Accessibility.getFullAXTree')
      .catch(() => ({ nodes: [] }))) as {
      nodes: Node[];
    };
    return nodes.filter(({ ignored }) => !ignored);
  }
}

function isNamed({ name }: Node, wanted: string | RegExp): boolean {
  const text = name?.value ?? '';
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
}
