import { Injectable } from '@angular/core';

/** The page in this tab. Loading another one drops everything that this one holds in memory. */
@Injectable({ providedIn: 'root' })
export class Page {
  /** Loads an address of the panel in place of this page, so that Back does not lead to it. */
  open(address: `/${string}`): void {
    // With the origin in front, `//elsewhere.example` is a path too.
    location.replace(`${location.origin}${address}`);
  }

  reload(): void {
    location.reload();
  }
}
