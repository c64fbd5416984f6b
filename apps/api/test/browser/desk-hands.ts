import type { Locator, Page } from 'playwright-core';
import { isStill } from './requests-in-flight';

export type Way = 'keyboard' | 'pointer';

export interface Effort {
  task: string;
  /** Pressed keys that are no letters of a text. */
  keys: number;
  letters: number;
  clicks: number;
}

/** What a control can be reached by at most. */
const MOST_TABS = 120;

/** Somebody at the panel who uses the keyboard alone, or the pointer for all but letters; counts what it takes. */
export class Hands {
  readonly efforts: Effort[] = [];
  private effort: Effort = { task: '', keys: 0, letters: 0, clicks: 0 };

  constructor(
    readonly page: Page,
    readonly way: Way,
  ) {}

  async task(task: string, work: () => Promise<void>): Promise<void> {
    this.effort = { task, keys: 0, letters: 0, clicks: 0 };
    this.efforts.push(this.effort);
    await work().catch((error: unknown) => {
      throw new Error(`${task}: ${String(error)}`);
    });
  }

  /** Presses a control, or the keys that stand for it, such as `g c`. */
  async use(control: Locator, keys?: string): Promise<void> {
    if (this.way === 'keyboard' && keys !== undefined) return this.press(...keys.split(' '));
    if (this.way === 'pointer') return this.click(control);
    await this.reach(control);
    await this.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  }

  /** Chooses from an open menu, or from what another key goes through. */
  async choose(item: Locator, next = 'ArrowDown'): Promise<void> {
    if (this.way === 'pointer') return this.click(item);
    await this.waitFor(item);
    for (let tries = 0; !(await isFocused(item)); tries++) {
      if (tries === MOST_TABS) throw new Error(`The item cannot be reached by ${next}.`);
      await this.press(next);
    }
    await this.press('Enter');
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.waitFor(field);
    if (this.way === 'keyboard') await this.reach(field);
    else if (!(await isFocused(field))) await this.click(field);
    await this.type(text);
  }

  /** From the list into the record that is open beside it. */
  async enterRecord(): Promise<void> {
    if (this.way === 'keyboard') await this.press('.');
  }

  /** Where the keyboard is. */
  async type(text: string): Promise<void> {
    this.effort.letters += [...text].length;
    await this.page.keyboard.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.effort.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Sends what is filled in. */
  async send(button: Locator, keys = 'Control+Enter'): Promise<void> {
    await this.use(button, keys);
  }

  private async click(control: Locator): Promise<void> {
    this.effort.clicks += 1;
    // A date is typed from its first part on.
    const isDate = (await control.getAttribute('type')) === 'date';
    await control.click(isDate ? { position: { x: 14, y: 14 } } : {});
  }

  /** What opens may take the focus once it is there, which saves a click or some keys. */
  private async waitFor(control: Locator): Promise<void> {
    await control.waitFor();
    await isStill(this.page);
  }

  async reach(control: Locator): Promise<void> {
    await this.waitFor(control);
    for (let tries = 0; !(await isFocused(control)); tries++) {
      if (tries === MOST_TABS) throw new Error('The control cannot be reached by Tab.');
      await this.press('Tab');
    }
  }
}

async function isFocused(control: Locator): Promise<boolean> {
  return (await control.and(control.page().locator(':focus')).count()) > 0;
}
