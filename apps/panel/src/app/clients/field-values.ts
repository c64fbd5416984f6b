import { computed, inject, Injectable } from '@angular/core';
import type { ClientField, ClientFieldValue } from '@groupless/shared-dto';
import { Appearance } from '../i18n/appearance';
import { languageOf } from '../i18n/languages';
import { Texts } from '../i18n/texts';
import { PhoneFormat } from '../ui/formats/phone';

/** Ids in other systems as one text. */
export function idsText(ids: Record<string, string>): string {
  return Object.entries(ids)
    .map(([name, id]) => `${name}: ${id}`)
    .join(', ');
}

/** What a field of a client was or will be, as people read it. */
@Injectable({ providedIn: 'root' })
export class FieldValues {
  private readonly texts = inject(Texts);
  private readonly locale = inject(Appearance).formatLocale;
  private readonly languages = computed(
    () => new Intl.DisplayNames(languageOf(this.locale()), { type: 'language' }),
  );
  private readonly phones = inject(PhoneFormat);

  shown(field: ClientField, value: ClientFieldValue): string {
    if (value === null || (Array.isArray(value) && value.length === 0) || value === '') return '–';
    if (typeof value !== 'string' && !Array.isArray(value)) return idsText(value) || '–';
    if (field === 'no_reminders' && typeof value !== 'string')
      return value.map((way) => this.texts.of(`clients.ways.${way as string}`)).join(', ');
    if (typeof value !== 'string')
      return value
        .map((one) =>
          typeof one === 'string' ? one : `${this.phones.format(one.phone)} ${one.label}`.trim(),
        )
        .join(', ');
    if (field === 'language') return this.languages().of(value) ?? value;
    if (field === 'status') return this.texts.of(`status.${value}`);
    return field === 'phone' ? this.phones.format(value) : value;
  }
}
