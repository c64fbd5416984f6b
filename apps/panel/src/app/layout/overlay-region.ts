import { DestroyRef, DOCUMENT, effect, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { TranslocoService } from '@jsverse/transloco';

/**
 * Menus lie outside of all landmarks of the page, so the CDK's container of them becomes one. The CDK makes it with the
 * first overlay. To inject it from there would load the CDK's overlays with the frame, so we look for its element.
 */
export function nameOverlays(): void {
  const { body } = inject(DOCUMENT);
  const label = toSignal(inject(TranslocoService).selectTranslate<string>('frame.overlays'), {
    initialValue: '',
  });
  const name = () => {
    const text = label();
    const container = body.querySelector(':scope > .cdk-overlay-container');
    if (container === null) return;
    container.setAttribute('role', 'region');
    container.setAttribute('aria-label', text);
    observer.disconnect();
  };
  const observer = new MutationObserver(name);
  observer.observe(body, { childList: true });
  inject(DestroyRef).onDestroy(() => observer.disconnect());
  effect(name);
}
