import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

interface Part {
  text: string;
  /** The address of a link; null for plain text. */
  href: string | null;
}

/** What somebody wrote: plain text with its line breaks. Addresses of web pages are links, and nothing else is. */
@Component({
  selector: 'app-message-text',
  // Each space between the parts would be shown.
  // prettier-ignore
  template: `@for (part of parts(); track $index) {@if (part.href) {<a [href]="part.href" target="_blank" rel="noopener noreferrer nofollow">{{ part.text }}</a>} @else {{{ part.text }}}}`,
  host: { dir: 'auto' },
  styles: `
    :host {
      display: block;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }

    a {
      color: inherit;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MessageText {
  readonly text = input.required<string>();
  protected readonly parts = computed(() => partsOf(this.text()));
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Ends a sentence rather than an address. */
const AFTER = /[.,:;!?)\]}»”’…]+$/;

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(AFTER, '');
    const href = hrefOf(address);
    if (href === null) continue;
    if (index > at) parts.push({ text: text.slice(at, index), href: null });
    parts.push({ text: address, href });
    at = index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null });
  return parts;
}

/** Null for what is no web address, and for one with a name or password before its host, which deceives. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  if (!['http:', 'https:'].includes(protocol)) return null;
  return username === '' && password === '' ? href : null;
}
