import { effect, inject, Injectable, signal, untracked } from '@angular/core';
import { Router } from '@angular/router';
import { Breadcrumb } from '../navigation/breadcrumb';
import type { Command } from './commands';

const MOST = 6;
const RECORD = /^\/(?:clients|appointments|conversations)\/[0-9a-f-]{36}$/;

/** What was opened lately on this page, the latest first. It is stored nowhere: it ends with the page, and at log-out. */
@Injectable({ providedIn: 'root' })
export class RecentRecords {
  private readonly router = inject(Router);
  private readonly records = signal<readonly { path: string; name: string }[]>([]);

  constructor() {
    const breadcrumb = inject(Breadcrumb);
    effect(() => {
      const name = breadcrumb.recordName();
      if (name !== null) untracked(() => this.note(name));
    });
  }

  /** Those whose names contain what was typed; not the one that is open. */
  find(query: string): Command[] {
    const here = this.path();
    const text = query.toLowerCase();
    return this.records()
      .filter(({ path, name }) => path !== here && name.toLowerCase().includes(text))
      .map(({ path, name }) => ({
        id: `recent:${path}`,
        label: name,
        run: () => void this.router.navigateByUrl(path),
      }));
  }

  private note(name: string): void {
    const path = this.path();
    if (!RECORD.test(path)) return;
    this.records.update((before) =>
      [{ path, name }, ...before.filter((one) => one.path !== path)].slice(0, MOST + 1),
    );
  }

  private path(): string {
    return this.router.url.replace(/[?#].*$/, '');
  }
}
