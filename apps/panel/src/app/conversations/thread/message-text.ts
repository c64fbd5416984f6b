import { Component, computed, input, linkedSignal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { asPattern } from '../../ui/formats/highlighted';
import { AT_FIRST, beginningOf, LongText } from '../../ui/long-text';

interface Part {
  text: string;
  /** The address of a link; null for plain text. */
  href: string | null;
  /** Whether a search has led here. */
  isFound?: boolean;
}

/** What somebody wrote: plain text with its line breaks, in which web pages, mail addresses and numbers are links. */
@Component({
  selector: 'app-message-text',
  imports: [TranslocoPipe],
  // Each space between the parts would be shown.
  // prettier-ignore
  template: `@for (part of parts(); track $index) {@if (part.href) {<a [href]="part.href" [attr.data-host]="hostOf(part)" [class.found]="part.isFound" [attr.target]="part.href.startsWith('http') ? '_blank' : null" rel="noopener noreferrer nofollow">{{ part.text }}</a>} @else if (part.isFound) {<mark class="found">{{ part.text }}</mark>} @else {{{ part.text }}}}@if (text().length > most()) {<button type="button" class="link-button" (click)="showMore()">{{ 'text.more' | transloco }}</button>}`,
  host: { dir: 'auto' },
  styles: `
    :host {
      display: block;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }

    a,
    button {
      color: inherit;
    }

    a.found {
      background: var(--mark);
      color: var(--text);
    }

    button {
      display: block;
      margin-top: 8px;
    }

    /* Not part of the text: it is neither selected nor copied. */
    a[data-host]::after {
      content: '(' attr(data-host) ')';
      display: inline-block;
      margin-inline-start: 4px;
      font: var(--text-caption);
      opacity: 0.8;
    }
  `,
})
export class MessageText extends LongText {
  /** What a search has found in it, as it stands there but for the spaces between words. */
  readonly found = input('');
  private readonly all = computed(() => withFound(partsOf(this.text()), this.found()));
  /** So much that what was found is shown with what follows it. */
  protected override readonly most = linkedSignal({
    source: this.all,
    computation: (all) => {
      const at = all.findIndex(({ isFound }) => isFound);
      return AT_FIRST + all.slice(0, at + 1).reduce((length, { text }) => length + text.length, 0);
    },
  });
  protected readonly parts = computed(() => firstOf(this.all(), this.most()));
  protected readonly hostOf = hostOf;
}

const PAGE = /(?:https?:\/\/|(?<![\p{L}\w@./-])www\.)[^\s<>"'`]+/u;
const MAIL = /(?<![\p{L}\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}(?![\p{L}\w@-])/u;
/** With its country or the 0 of an area before it; no number of an order, and no time of a day. */
const PHONE = /(?<![\p{L}\w+.,:/-])(?:\+|0)\d(?:[ ()/-]{0,2}\d){5,13}(?![\p{L}\w]|[ ().,:/-]{0,2}\d)/u;
const ADDRESS = new RegExp([PAGE, MAIL, PHONE].map(({ source }) => source).join('|'), 'giu');
/** A day has as many digits as a number. */
const DATE = /^0\d([ /-])\d\d\1\d{2,4}$/;
/** Ends a sentence rather than an address. */
const AFTER = '.,:;!?)]}»”’…';
/** Bounds what one message costs to show: the rest of it is plain text, and so is a longer address. */
const MOST_LINKS = 50;
const LONGEST_ADDRESS = 2_048;

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let links = 0;
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found);
    const href = address.length > LONGEST_ADDRESS ? null : hrefOf(address);
    if (href === null) continue;
    if (index > at) parts.push({ text: text.slice(at, index), href: null });
    parts.push({ text: address, href });
    at = index + address.length;
    if (++links === MOST_LINKS) break;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}

/** A link is never cut: the rest of it would lead elsewhere. */
export function firstOf(parts: readonly Part[], most: number): Part[] {
  const first: Part[] = [];
  let room = most;
  for (const part of parts) {
    if (room <= 0) break;
    first.push(part.href === null ? { ...part, text: beginningOf(part.text, room) } : part);
    room -= part.text.length;
  }
  return first;
}

/** Where a web page is, in letters that look like no others; null where the text of its link says just that. */
export function hostOf({ text, href }: Part): string | null {
  if (href === null) return null;
  const { protocol, host } = new URL(href);
  const said = text.toLowerCase().replace(/\/$/, '');
  return host === '' || said === host || said === `${protocol}//${host}` ? null : host;
}

/** What was found as a part of its own; a link that has it is marked whole. */
function withFound(parts: Part[], found: string): Part[] {
  const words = found.split(/\s+/).filter(Boolean).map(asPattern).join('\\s+');
  if (words === '') return parts;
  const bounds = [`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, words].map((one) => new RegExp(one, 'u'));
  for (const pattern of bounds) {
    for (const [index, part] of parts.entries()) {
      const place = pattern.exec(part.text);
      if (place === null) continue;
      if (part.href !== null) return parts.with(index, { ...part, isFound: true });
      const [from, to] = [place.index, place.index + place[0].length];
      const around = [
        { text: part.text.slice(0, from), href: null },
        { text: place[0], href: null, isFound: true },
        { text: part.text.slice(to), href: null },
      ];
      return parts.toSpliced(index, 1, ...around.filter(({ text }) => text !== ''));
    }
  }
  return parts;
}

/** A loop, since a regular expression tries each dot of a long row again. */
function withoutEnd(found: string): string {
  let end = found.length;
  while (end > 0 && AFTER.includes(found[end - 1] ?? '')) end--;
  return found.slice(0, end);
}

/** Null for what is no address, and for a web page with a name or password before its host, which deceives. */
function hrefOf(address: string): string | null {
  if (/^[+0]\d/.test(address)) return DATE.test(address) ? null : `tel:${dialled(address)}`;
  const isPage = /^(?:https?:|www\.)/i.test(address);
  if (!isPage) return `mailto:${address}`;
  const page = /^www\./i.test(address) ? `https://${address}` : address;
  if (!URL.canParse(page)) return null;
  const { protocol, username, password, href } = new URL(page);
  if (!['http:', 'https:'].includes(protocol)) return null;
  return username === '' && password === '' ? href : null;
}

/** The 0 in `+49 (0) 30` is for who calls within the country. */
function dialled(number: string): string {
  return number.replace(/^(\+.*?)\(0\)/, '$1').replaceAll(/[^+\d]/g, '');
}
