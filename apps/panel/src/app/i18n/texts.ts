import { inject, Injectable } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { Appearance } from './appearance';

/** A value to choose, and what it is called. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** Texts for code, in the language that is shown. Each read follows a change of it. */
@Injectable({ providedIn: 'root' })
export class Texts {
  private readonly transloco = inject(TranslocoService);
  private readonly appearance = inject(Appearance);

  of(key: string, params: Record<string, unknown> = {}): string {
    this.appearance.locale();
    return this.transloco.translate(key, params);
  }

  /** Each value with its text, which stands at the path and the value. */
  choices<Value extends string>(values: readonly Value[], path: string): Choice<Value>[] {
    return values.map((value) => ({ value, label: this.of(`${path}.${value}`) }));
  }
}
