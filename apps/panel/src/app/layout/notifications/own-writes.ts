import { inject, Injectable, type OnDestroy } from '@angular/core';
import { Api } from '../../http/api';

const CHANNEL = 'groupless.own-writes';
/** An event follows the write that caused it within a moment; this leaves time for a slow network. */
const COUNTS_MS = 15_000;

/** What the user changed a moment ago, in whichever tab of this browser. */
@Injectable({ providedIn: 'root' })
export class OwnWrites implements OnDestroy {
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  private readonly latest = new Map<string, number>();

  constructor() {
    inject(Api).onWrite((path) => {
      this.note(path);
      this.channel?.postMessage(path);
    });
    if (this.channel !== null) this.channel.onmessage = ({ data }) => this.note(String(data));
  }

  ngOnDestroy(): void {
    this.channel?.close();
  }

  /** Whether the row was changed by the user just now. */
  concern(id: string): boolean {
    const at = this.latest.get(id);
    return at !== undefined && Date.now() - at < COUNTS_MS;
  }

  private note(path: string): void {
    // Newer ones go to the end, so that the oldest is the first.
    for (const id of path.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []) {
      this.latest.delete(id);
      this.latest.set(id, Date.now());
    }
    for (const [id, at] of this.latest) if (Date.now() - at >= COUNTS_MS) this.latest.delete(id);
  }
}
