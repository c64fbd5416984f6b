import { Component, computed } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { beginningOf, LongText } from '../../ui/long-text';

interface Part {
  text: string;
  /** The address of a link; null for plain text. */
  href: string | null;
}

/** What somebody wrote: plain text with its line breaks. Addresses of web pages are links, and nothing else is. */
@Component({
  selector: 'app-message-text',
  imports: [TranslocoPipe],
  // Each space between the parts would be shown.
  // prettier-ignore
  template: `@for (part of parts(); track $index) {@if (part.href) {<a [href]="part.href" [attr.data-host]="hostOf(part)" target="_blank" rel="noopener noreferrer nofollow">{{ part.text }}</a>} @else {{{ part.text }}}}@if (text().length > most()) {<button type="button" class="link-button" (click)="showMore()">{{ 'text.more' | transloco }}</button>}`,
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
  private readonly all = computed(() => partsOf(this.text()));
  protected readonly parts = computed(() => firstOf(this.all(), this.most()));
  protected readonly hostOf = hostOf;
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
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

/** Where a link leads, in letters that look like no others; null where its text says just that. */
export function hostOf({ text, href }: Part): string | null {
  if (href === null) return null;
  const { protocol, host } = new URL(href);
  return text.toLowerCase().replace(/\/$/, '') === `${protocol}//${host}` ? null : host;
}

/** A loop, since a regular expression tries each dot of a long row again. */
function withoutEnd(found: string): string {
  let end = found.length;
  while (end > 0 && AFTER.includes(found[end - 1] ?? '')) end--;
  return found.slice(0, end);
}

/** Null for what is no web address, and for one with a name or password before its host, which deceives. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  if (!['http:', 'https:'].includes(protocol)) return null;
  return username === '' && password === '' ? href : null;
}
