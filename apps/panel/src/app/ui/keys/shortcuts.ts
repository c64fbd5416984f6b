import { DestroyRef, DOCUMENT, inject, Injectable, signal } from '@angular/core';
import { keep, readKept } from '../../storage/kept';
import { Dialogs } from '../dialogs/dialogs';
import { NextScreenKeys } from './next-screen-keys';
import { isTyping } from './typing';

/** A key, a sequence (`g d`) or a chord (`mod+k`: ⌘ or Ctrl), and what it does. */
export interface Shortcut {
  /** In lower case as in `KeyboardEvent.key`; parts of a sequence with a space between. */
  keys: string;
  /** Key of the text in the key sheet. */
  label: string;
  /** Key of the heading it stands under there. */
  group: string;
  /** Also inside inputs: for chords and Escape. */
  whileTyping?: boolean;
  /** Means the same on every screen, so that it acts while the next one is on its way. */
  everywhere?: boolean;
  run: (event: KeyboardEvent) => void;
}

const OFF_KEY = 'groupless.shortcuts_off';
const SEQUENCE_MS = 1_000;

/**
 * The keys of the panel. They can be switched off, and never act below a dialog or from inside a menu; inside inputs
 * only those that say so.
 */
@Injectable({ providedIn: 'root' })
export class Shortcuts {
  private readonly document = inject(DOCUMENT);
  private readonly dialogs = inject(Dialogs);
  private readonly nextScreen = inject(NextScreenKeys);
  private readonly registered = signal<readonly Shortcut[]>([]);
  private readonly off = signal(readKept(OFF_KEY) === 'true');
  private begun = { keys: '', at_ms: 0 };
  /** The field that was typed into last, until the user turns to something else. */
  private typedInto: Element | null = null;

  readonly all = this.registered.asReadonly();
  readonly areOff = this.off.asReadonly();

  constructor() {
    this.document.addEventListener('keydown', (event) => {
      if (!this.isStillTyped(event)) this.handle(event);
    });
    for (const event of ['focusin', 'pointerdown', 'click'])
      this.document.addEventListener(event, () => (this.typedInto = null), { capture: true });
    // Before those who keep a key from the page.
    this.document.addEventListener('keydown', (event) => this.follow(event), { capture: true });
  }

  /** Adds keys as long as the caller lives; of two for the same keys the later one counts. */
  register(shortcuts: readonly Shortcut[], until = inject(DestroyRef)): void {
    this.registered.update((before) => [...before, ...shortcuts]);
    until.onDestroy(() =>
      this.registered.update((before) => before.filter((one) => !shortcuts.includes(one))),
    );
  }

  switchOff(areOff: boolean): void {
    this.off.set(areOff);
    keep(OFF_KEY, String(areOff));
  }

  /** Does what keys do, for another way to the same. Nothing if they have no meaning here. */
  run(keys: string): void {
    this.find(keys)?.run(new KeyboardEvent('keydown'));
  }

  /** Notes which field is typed into. */
  private follow({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
    const isLeft = !isTyping(target) && this.typedInto?.isConnected === true;
    if (isLeft || altKey || ['Enter', 'Escape', 'Tab'].includes(key)) this.typedInto = null;
    else if (isTyping(target) && !ctrlKey && !metaKey) this.typedInto = target;
  }

  /**
   * Whether a key is meant for a field that is no more: a colleague's change may take it away in the middle of a sentence, whose letters
   * are no commands.
   */
  private isStillTyped({ ctrlKey, metaKey }: KeyboardEvent): boolean {
    return this.typedInto?.isConnected === false && !ctrlKey && !metaKey;
  }

  private handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const key = nameOf(event);
    if (key === null) return;
    const begun = event.timeStamp - this.begun.at_ms < SEQUENCE_MS ? this.begun.keys : '';
    const found = (begun === '' ? undefined : this.find(`${begun} ${key}`)) ?? this.find(key);
    this.begun = { keys: isTyping(event.target) ? '' : key, at_ms: event.timeStamp };
    if (found?.everywhere !== true && !isTyping(event.target) && this.nextScreen.isAwaited()) {
      if (this.mayRun({ keys: key }, event)) this.nextScreen.keep(event);
      return;
    }
    if (found === undefined || !this.mayRun(found, event)) return;
    event.preventDefault();
    this.begun.keys = '';
    this.nextScreen.forget();
    found.run(event);
  }

  private find(keys: string): Shortcut | undefined {
    return this.registered().findLast((shortcut) => shortcut.keys === keys);
  }

  private mayRun(
    { whileTyping = false, keys }: Pick<Shortcut, 'whileTyping' | 'keys'>,
    { target }: KeyboardEvent,
  ): boolean {
    if (this.dialogs.isOpening() || this.document.querySelector('.cdk-overlay-backdrop') !== null)
      return false;
    if (target instanceof Element && target.closest('[role=menu]') !== null) return false;
    if (whileTyping) return true;
    if (this.off() && !keys.startsWith('mod+')) return false;
    return !isTyping(target);
  }
}

/** As shortcuts name a key; null for a modifier alone. */
function nameOf({ key, code, ctrlKey, metaKey }: KeyboardEvent): string | null {
  if (['Shift', 'Control', 'Meta', 'Alt', 'CapsLock', 'Dead'].includes(key)) return null;
  const isOtherScript = /^\P{ASCII}$/u.test(key);
  const name = (isOtherScript ? latinNameOf(code) : null) ?? key.toLowerCase();
  return `${ctrlKey || metaKey ? 'mod+' : ''}${name}`;
}

/** What a key in this place writes on a Latin keyboard. */
function latinNameOf(code: string): string | null {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? LATIN_SIGNS[code] ?? null;
}

const LATIN_SIGNS: Readonly<Record<string, string>> = { BracketLeft: '[', Slash: '/' };
