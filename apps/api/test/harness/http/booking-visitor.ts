import type { TestApp } from '../apps/test-app';
import { readHtml, type HtmlDocument, type HtmlElement } from './read-html';

/** A page as a browser without scripts reads it. */
export class ReadPage {
  readonly document: HtmlDocument;

  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Record<string, string>,
  ) {
    this.document = readHtml(text);
  }

  all(selector: string): HtmlElement[] {
    return [...this.document.querySelectorAll(selector)];
  }

  /** The addresses of links whose text has this. */
  links(text: string): string[] {
    return this.all('a')
      .filter((one) => one.textContent.includes(text))
      .map((one) => one.getAttribute('href') ?? '');
  }

  /** The fields of the form, as they stand. */
  fields(): Record<string, string> {
    const inputs = this.all('input:not([type=checkbox]), textarea');
    return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  }

  /** Where the form is sent. */
  action(): string {
    return this.document.querySelector('form[method=post]')?.getAttribute('action') ?? '';
  }

  /** What the elements say. */
  said(selector: string): string[] {
    return this.all(selector).map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim());
  }
}

/** A visitor of the booking page. */
export class BookingVisitor {
  constructor(
    private readonly t: Pick<TestApp, 'http'>,
    private readonly headers: Record<string, string> = { 'accept-language': 'en' },
  ) {}

  async get(path: string): Promise<ReadPage> {
    const { status, text, headers } = await this.t.http.get(path).set(this.headers);
    return new ReadPage(status, text, headers);
  }

  async send(path: string, fields: Record<string, string | readonly string[]>): Promise<ReadPage> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) form.append(name, one);
    const { status, text, headers } = await this.t.http
      .post(path)
      .set({ ...this.headers, 'content-type': 'application/x-www-form-urlencoded' })
      .send(form.toString());
    return new ReadPage(status, text, headers);
  }
}
