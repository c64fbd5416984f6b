import { MAIL_LANGUAGES } from '@groupless/shared-dto';
import { Answer } from '../../platform/http/answer';
import { nameOfBusiness } from '../../shared/name-of-business';
import { Html, html } from '../../shared/html/html';
import { PAGE_TEXTS } from '../texts/texts-of';
import type { PlainVisit } from '../visit.service';
import { styleWith } from './style';

export type Parameters = Readonly<Record<string, string | readonly string[] | null>>;

/** An address with what is set of its query. */
export function hrefOf(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const one of [value].flat()) if (one !== null && one !== '') query.append(name, one);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export interface Shown {
  status?: number;
  /** What the page is about, before the name of the business. */
  heading: string;
  content: Html;
  /** The address of this page, for it in the other languages; null: it has none. */
  path: string | null;
  parameters?: Parameters;
  /** What search engines say of it; left out: they do not list it. */
  description?: string;
}

/** A whole page, with a policy that lets in nothing but its own style, script and logo. */
export function pageAnswer(
  visit: PlainVisit,
  { status = 200, heading, content, path, parameters = {}, description = '' }: Shown,
): Answer {
  const { page, business, language, nonce } = visit;
  const title = page.title || nameOfBusiness(business);
  const languages =
    path === null
      ? null
      : MAIL_LANGUAGES.map((one) => {
          const href = hrefOf(path, { ...parameters, lang: one });
          const current = one === language ? html` aria-current="true"` : null;
          return html`<a lang="${one}" hreflang="${one}" href="${href}" ${current}
            >${PAGE_TEXTS[one].language}</a
          >`;
        });
  const markup = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        ${
          description === ''
            ? html`<meta name="robots" content="noindex, nofollow" />`
            : html`<meta name="description" content="${description}" />`
        }
        <title>${title === '' ? heading : `${heading} – ${title}`}</title>
        <style nonce="${nonce}">
          ${new Html(styleWith(page.accent))}
        </style>
      </head>
      <body>
        <main>
          <header>
            ${page.has_logo && html`<img src="/book/logo?v=${page.version}" alt="" />`}
            <h1>${title || heading}</h1>
          </header>
          <section class="card">${content}</section>
        </main>
        <footer class="foot">${languages}</footer>
        <script nonce="${nonce}" src="/book/page.js" defer></script>
      </body>
    </html>`;
  return new Answer(status, markup.text, {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': policyOf(visit),
    vary: 'accept-language',
  });
}

function policyOf({ nonce, page }: PlainVisit): string {
  const frames = page.frame_hosts.length === 0 ? "'none'" : page.frame_hosts.join(' ');
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'self'",
    // Lighthouse reads robots.txt by it.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ');
}
