import { Pipe, type PipeTransform } from '@angular/core';

/** What a row of a list shows of a text at most: it is cut there anyway, but only after all of it was laid out. */
const OF_A_ROW = 600;

/** The beginning of a text. A browser takes seconds to lay out some texts that are allowed to be long. */
@Pipe({ name: 'beginning' })
export class Beginning implements PipeTransform {
  transform(text: string, most = OF_A_ROW): string {
    if (text.length <= most) return text;
    // No half of a character.
    return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
  }
}
