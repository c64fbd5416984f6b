import { Injectable, signal } from '@angular/core';
import { isProblem } from '../../http/problem';
import { keep, readKept } from '../../storage/kept';

export interface ToastAction {
  /** Key of the text. */
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  /** A notice and an error stay until they are closed. */
  tone: 'plain' | 'notice' | 'error';
  /** Key of the text. */
  text: string;
  params: Record<string, unknown>;
  action: ToastAction | null;
  /** Of a failed request. */
  requestId: string | null;
}

type Wish = Partial<Pick<Toast, 'params' | 'action'>>;
type FailureWish = Wish & { isExplained?: boolean };

const UNDO = 'toast.undo';
const MOST = 3;
const SHOWN_MS = 6_000;
const STAY_KEY = 'groupless.messages_stay';

/**
 * Short messages in the corner: at most three, gone after six seconds unless the reader wants them to stay; errors stay until
 * they are closed.
 */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly toasts = signal<readonly Toast[]>([]);
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private isHeld = false;
  private lastId = 0;
  private readonly stay = signal(readKept(STAY_KEY) === 'true');
  readonly shown = this.toasts.asReadonly();
  /** All stay until they are closed; kept in this browser. */
  readonly areKept = this.stay.asReadonly();

  keepUntilClosed(areKept: boolean): void {
    this.stay.set(areKept);
    keep(STAY_KEY, String(areKept));
  }

  show(text: string, { params = {}, action = null }: Wish = {}): void {
    this.add({ tone: 'plain', text, params, action, requestId: null });
  }

  /** Something that a person has to look at. */
  remark(text: string, { params = {}, action = null }: Wish = {}): void {
    this.add({ tone: 'notice', text, params, action, requestId: null });
  }

  /** Something was done that can be taken back. */
  undoable(text: string, undo: () => void, params: Record<string, unknown> = {}): void {
    this.show(text, { params, action: { label: UNDO, run: undo } });
  }

  /**
   * Something failed. A problem's own cause is added to what is said, and the request's id where the text alone does not
   * explain everything.
   */
  failed(text: string, error: unknown, { params = {}, action = null, isExplained }: FailureWish = {}): void {
    if (!isProblem(error)) throw error;
    const cause = error.message;
    const requestId = isExplained === true ? null : error.requestId;
    this.add({ tone: 'error', text, params: { ...params, cause }, action, requestId });
  }

  /** Brings what is shown in front of what has just been opened. */
  raise(): void {
    this.toasts.update((shown) => [...shown]);
  }

  close(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.toasts.update((before) => before.filter((toast) => toast.id !== id));
    if (this.toasts().length === 0) this.isHeld = false;
  }

  /** Closes all: they may name what the next user must not see. */
  clear(): void {
    for (const { id } of this.toasts()) this.close(id);
  }

  /** Takes back what the newest message that can be undone speaks of. */
  undoLast(): void {
    const toast = this.toasts().findLast(({ action }) => action?.label === UNDO);
    if (toast === undefined) return;
    this.close(toast.id);
    toast.action?.run();
  }

  /** While somebody points at them or is in them, they stay. */
  hold(): void {
    this.isHeld = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  release(): void {
    this.isHeld = false;
    for (const { id, tone } of this.toasts()) if (tone === 'plain') this.closeLater(id);
  }

  private add(toast: Omit<Toast, 'id'>): void {
    const id = ++this.lastId;
    this.toasts.update((before) => withRoom([...before, { ...toast, id }]));
    if (toast.tone === 'plain' && !this.isHeld) this.closeLater(id);
  }

  private closeLater(id: number): void {
    if (this.stay()) return;
    clearTimeout(this.timers.get(id));
    this.timers.set(
      id,
      setTimeout(() => this.close(id), SHOWN_MS),
    );
  }
}

/** At most so many: the oldest goes, an error only if there is nothing else. */
function withRoom(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MOST) return toasts;
  const oldest = toasts.slice(0, -1).find(({ tone }) => tone === 'plain') ?? toasts[0];
  return toasts.filter((toast) => toast !== oldest);
}
