import { Pipe, type PipeTransform } from '@angular/core';

/** The link to write to an address. What an address may hold beside letters (`?`, `&`) is encoded: it adds no recipient. */
@Pipe({ name: 'mailto' })
export class Mailto implements PipeTransform {
  transform(email: string): string {
    return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  }
}
