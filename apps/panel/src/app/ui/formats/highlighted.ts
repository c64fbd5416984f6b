import { Component, computed, input } from '@angular/core';

interface Part {
  text: string;
  isHit: boolean;
}

/** A text with what was searched for marked. Case and accents do not count, nor what stands between digits. */
@Component({
  selector: 'app-highlighted',
  // Each space between the parts would be shown.
  // prettier-ignore
  template: `<bdi>@for (part of parts(); track $index) {@if (part.isHit) {<mark>{{ part.text }}</mark>} @else {{{ part.text }}}}</bdi>`,
})
export class Highlighted {
  readonly text = input.required<string>();
  readonly query = input('');
  protected readonly parts = computed(() => partsOf(this.text(), this.query()));
}

/** A text of the API in which hits stand between `<mark>` and `</mark>` and the rest is escaped. */
@Component({
  selector: 'app-marked',
  // Each space between the parts would be shown.
  // prettier-ignore
  template: `<bdi>@for (part of parts(); track $index) {@if (part.isHit) {<mark>{{ part.text }}</mark>} @else {{{ part.text }}}}</bdi>`,
})
export class Marked {
  readonly excerpt = input.required<string>();
  protected readonly parts = computed(() => markedParts(this.excerpt()));
}

/** Cuts a text where the query, or one of its words, is found. */
export function partsOf(text: string, query: string): Part[] {
  const words = query.split(/\s+/).map(plain).filter(Boolean);
  const digits = query.replaceAll(/\D/g, '');
  const patterns = words.map((word) => [...word].map(asPattern).join('\\p{M}*'));
  if (digits.length >= 3 && /^[\d\s()+.-]+$/.test(query)) patterns.unshift([...digits].join('[^\\d]*'));
  if (patterns.length === 0) return [{ text, isHit: false }];
  const parts: Part[] = [];
  let at = 0;
  // The text is taken apart into letters and accents; an index in there is the same as in the text itself.
  const { letters, places } = takenApart(text);
  for (const hit of letters.matchAll(new RegExp(patterns.join('|'), 'giu'))) {
    const [from = 0, to = text.length] = [places[hit.index], places[hit.index + hit[0].length]];
    if (hit[0] === '' || from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isHit: false });
    parts.push({ text: text.slice(from, to), isHit: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}

export function markedParts(excerpt: string): Part[] {
  return excerpt
    .split(/(<mark>.*?<\/mark>)/s)
    .filter((part) => part !== '')
    .map((part) => {
      const [, hit] = /^<mark>(.*)<\/mark>$/s.exec(part) ?? [];
      return { text: unescaped(hit ?? part), isHit: hit !== undefined };
    });
}

/** What an excerpt shows from its first hit to its last one, as it stands in the text but for the spaces between words. */
export function foundIn(excerpt: string): string {
  const parts = markedParts(excerpt);
  const [from, to] = [parts.findIndex(({ isHit }) => isHit), parts.findLastIndex(({ isHit }) => isHit)];
  return parts
    .slice(Math.max(0, from), to + 1)
    .map(({ text }) => text)
    .join('');
}

/** The text without accents, and for each of its letters where it stood. */
function takenApart(text: string): { letters: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
    letters += bare;
    places.push(...new Array<number>(bare.length).fill(place));
    place += character.length;
  }
  places.push(text.length);
  return { letters, places };
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** What a regular expression takes for the text itself. */
export function asPattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&');
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' };

function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|#39|#x27|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
