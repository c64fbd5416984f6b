const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Whether keys that are pressed there write or choose something. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.closest(TYPED_INTO) !== null;
}
