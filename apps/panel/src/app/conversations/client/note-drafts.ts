import { Injectable } from '@angular/core';
import { keptTexts } from '../../session/drafts';

/** Notes that are being written, by conversation. */
@Injectable({ providedIn: 'root' })
export class NoteDrafts {
  private readonly texts = keptTexts('notes');
  readonly of = this.texts.of;
  readonly set = this.texts.set;

  /** A text is stored: what was typed since stays. */
  stored(conversation_id: string, text: string): void {
    if (this.of(conversation_id) === text) this.set(conversation_id, '');
  }
}
