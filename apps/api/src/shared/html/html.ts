import { escapeHtml } from '../escape-html';

/** Markup that `html` made: the only text that stands in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlPart = Html | string | number | null | false | readonly HtmlPart[];

/** Markup with values, each escaped unless it is markup itself. Null and false are nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1] ?? null) + part));
}

function textOf(value: HtmlPart): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(textOf).join('');
}
