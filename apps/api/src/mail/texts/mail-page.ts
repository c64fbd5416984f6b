import type { MailLanguage } from '@groupless/shared-dto';
import { escapeHtml } from '../../shared/escape-html';
import type { MailValues } from './filled-text';

interface Page {
  subject: string;
  text: string;
  language: MailLanguage;
  /** The addresses that become links, at the end of a line. */
  links: readonly string[];
}

/** The addresses among the values of a mail. */
export function linksIn({ link, manage }: MailValues): string[] {
  return [link, manage].flatMap((one) => (one ? [one] : []));
}

/** Without pictures, fonts or anything else from elsewhere; with colours of its own for dark mode. */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 24px 16px; background: #f4f4f5; color: #18181b; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 560px; margin: 0 auto; padding: 24px; border-radius: 8px; background: #ffffff; overflow-wrap: anywhere; }
  p { margin: 0 0 16px; white-space: pre-line; }
  p:last-child { margin-bottom: 0; }
  a { color: #1d4ed8; }
  @media (prefers-color-scheme: dark) {
    body { background: #18181b; color: #fafafa; }
    main { background: #27272a; }
    a { color: #93c5fd; }
  }`;

/** The HTML of a mail. Its text is plain text: nothing in it is markup. */
export function mailPage({ subject, text, language, links }: Page): string {
  const lineOf = (line: string) => {
    const [words, end] = [line.trimEnd().replace(/\S*$/, ''), /\S*$/.exec(line.trimEnd())?.[0] ?? ''];
    if (!links.includes(end)) return escapeHtml(line);
    return `${escapeHtml(words)}<a href="${escapeHtml(end)}">${escapeHtml(end)}</a>`;
  };
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineOf).join('\n')}</p>`);
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body><main>${paragraphs.join('\n')}</main></body></html>`,
  ].join('\n');
}
