import { Injectable, signal } from '@angular/core';

/** Also read by the script in index.html, before the first paint. */
const KEY = 'groupless.sidebar_collapsed';

/** Whether the sidebar shows icons alone; kept in this browser. */
@Injectable({ providedIn: 'root' })
export class SidebarState {
  private readonly collapsed = signal(read());
  readonly is_collapsed = this.collapsed.asReadonly();

  toggle(): void {
    this.collapsed.update((before) => !before);
    try {
      localStorage.setItem(KEY, String(this.collapsed()));
    } catch {
      // Holds for this page alone.
    }
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}
