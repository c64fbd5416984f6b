import { Directive, inject, input, TemplateRef } from '@angular/core';

/** How a column's cell looks: `<ng-template appCell="name" let-row>…</ng-template>`. */
@Directive({ selector: 'ng-template[appCell]' })
export class Cell {
  readonly appCell = input.required<string>();
  readonly template = inject<TemplateRef<{ $implicit: unknown }>>(TemplateRef);
}

/** How a row looks on a small screen, in two lines: `<ng-template appCompactRow let-row>…</ng-template>`. */
@Directive({ selector: 'ng-template[appCompactRow]' })
export class CompactRow {
  readonly template = inject<TemplateRef<{ $implicit: unknown }>>(TemplateRef);
}
