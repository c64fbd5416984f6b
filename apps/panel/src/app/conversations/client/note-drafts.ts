import { Injectable } from '@angular/core';
import { keptDrafts } from '../../session/drafts';

/** Notes that are being written, by conversation. */
@Injectable({ providedIn: 'root' })
export class NoteDrafts {
  private readonly kept = keptDrafts<Readonly<Record<string, string>>>(
    'notes',
    {},
    (kept) => Object.keys(kept).length === 0,
  );

  of(conversation_id: string): string {
    return this.kept()[conversation_id] ?? '';
  }

  set(conversation_id: string, text: string): void {
    const { [conversation_id]: _, ...others } = this.kept();
    this.kept.set(text === '' ? others : { ...others, [conversation_id]: text });
  }

  /** A text is stored: what was typed since stays. */
  stored(conversation_id: string, text: string): void {
    if (this.of(conversation_id) === text) this.set(conversation_id, '');
  }
}
