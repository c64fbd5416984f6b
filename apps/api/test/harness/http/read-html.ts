import { createRequire } from 'node:module';

/** What tests read of a page. The types of the package would bring those of browsers into the whole program. */
export interface HtmlElement {
  tagName: string;
  textContent: string;
  name: string;
  value: string;
  lang: string;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
}

export interface HtmlDocument {
  documentElement: HtmlElement;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
  querySelector(selector: string): HtmlElement | null;
}

interface Parser {
  parseFromString(text: string, type: 'text/html'): HtmlDocument;
}

interface Jsdom {
  JSDOM: new (text: string) => { window: { DOMParser: new () => Parser } };
}

const { JSDOM } = createRequire(__filename)('jsdom') as Jsdom;
const parser = new new JSDOM('').window.DOMParser();

/** A page as a browser without scripts reads it, but for its style, which takes long to read. */
export function readHtml(page: string): HtmlDocument {
  return parser.parseFromString(page.replace(/<style.*?<\/style>/s, ''), 'text/html');
}
