import { inject, Pipe, type PipeTransform } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { Formats } from './formats';

/**
 * A text that depends on a count: `{{ 'clients.selected' | plural: n }}` takes `clients.selected.one`, `.few`,
 * `.many` or `.other` and puts the formatted number in the place of `{{ count }}`.
 */
@Pipe({ name: 'plural', pure: false })
export class PluralPipe implements PipeTransform {
  private readonly transloco = inject(TranslocoService);
  private readonly formats = inject(Formats);

  transform(key: string, count: number): string {
    return this.transloco.translate(`${key}.${this.formats.pluralOf(count)}`, {
      count: this.formats.number(count),
    });
  }
}
