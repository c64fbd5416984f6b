import { Injectable, signal } from '@angular/core';
import { keep, readKept } from '../../storage/kept';

/** Also read by the script in index.html, before the first paint. */
const KEY = 'groupless.sidebar_collapsed';

/** Whether the sidebar shows icons alone; kept in this browser. */
@Injectable({ providedIn: 'root' })
export class SidebarState {
  private readonly collapsed = signal(readKept(KEY) === 'true');
  readonly isCollapsed = this.collapsed.asReadonly();

  toggle(): void {
    this.collapsed.update((before) => !before);
    keep(KEY, String(this.collapsed()));
  }
}
