import { Injectable } from '@angular/core';
import type { TranslocoTranspiler, TranspileParams } from '@jsverse/transloco';

/**
 * Fills the places of a text in one pass, and never looks at what it has filled in: the library's own transpiler would
 * take a client who is called `{{ name }}` for a place of the text, and fill it with itself for ever.
 */
@Injectable()
export class FilledTexts implements TranslocoTranspiler {
  transpile({ value, params = {} }: TranspileParams): unknown {
    if (typeof value !== 'string') return value;
    return value.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const filled = Object.hasOwn(params, name) ? (params[name] as string | number | null) : null;
      return String(filled ?? '');
    });
  }
}
