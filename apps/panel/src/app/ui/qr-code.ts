import { Component, computed, input } from '@angular/core';
import { encode } from 'uqr';

/** A text as a QR code: always dark on light, as cameras read it, whatever the theme. */
@Component({
  selector: 'app-qr-code',
  template: `
    <svg role="img" [attr.aria-label]="label()" [attr.viewBox]="'0 0 ' + code().size + ' ' + code().size">
      <path [attr.d]="path()" />
    </svg>
  `,
  styles: `
    svg {
      display: block;
      width: 176px;
      border-radius: var(--radius-control);
      background: #fff;
      fill: #000;
      shape-rendering: crispedges;
    }
  `,
})
export class QrCode {
  readonly text = input.required<string>();
  readonly label = input.required<string>();
  protected readonly code = computed(() => encode(this.text(), { border: 3 }));
  /** A square a dark module. */
  protected readonly path = computed(() =>
    this.code()
      .data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join(''),
  );
}
