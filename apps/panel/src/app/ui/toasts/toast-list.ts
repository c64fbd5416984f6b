import { afterRenderEffect, Component, DestroyRef, DOCUMENT, ElementRef, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { IconButton } from '../icon-button';
import { Toasts, type Toast } from './toasts';

/**
 * The messages. A popover of its own below the body: dialogs neither cover it nor hide it from screen readers, as they do
 * with the rest of the page.
 */
@Component({
  selector: 'app-toast-list',
  imports: [IconButton, TranslocoPipe],
  template: `
    <div role="status" aria-live="polite" [attr.aria-label]="'toast.region' | transloco">
      <ul>
        @for (toast of toasts.shown(); track toast.id) {
          <li [class.error]="toast.tone === 'error'">
            <span class="text">
              {{ toast.text | transloco: toast.params }}
              @if (toast.requestId) {
                <span class="request caption">{{ toast.requestId }}</span>
              }
            </span>
            @if (toast.action; as action) {
              <button type="button" class="link-button" (click)="act(toast)">
                {{ action.label | transloco }}
              </button>
            }
            <button
              appIconButton="x"
              size="14"
              [label]="'toast.close' | transloco"
              (click)="toasts.close(toast.id)"
            ></button>
          </li>
        }
      </ul>
    </div>
  `,
  host: {
    popover: 'manual',
    '(mouseenter)': 'toasts.hold()',
    '(mouseleave)': 'toasts.release()',
    '(focusin)': 'toasts.hold()',
    '(focusout)': 'toasts.release()',
  },
  styles: `
    /* Above the foot of a screen where something is sent, such as the composer's. */
    :host {
      --lowest: 16px;

      inset: auto 16px var(--lowest) auto;
      bottom: max(var(--lowest), calc(anchor(--foot top, 0px) + 8px));
      margin: 0;
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      overflow: visible;
    }

    /* Nor over the buttons of a dialog. */
    :host-context(body:has(.cdk-overlay-dark-backdrop)) {
      inset: 16px 16px auto auto;
    }

    ul {
      display: flex;
      flex-direction: column;
      gap: 8px;
      width: min(380px, calc(100vw - 32px));
    }

    li {
      display: flex;
      align-items: center;
      gap: 8px;
      padding: 6px 6px 6px 12px;
      border: 1px solid var(--border);
      border-radius: var(--radius-card);
      background: var(--surface);
      box-shadow: var(--lift);
      animation: rise var(--medium);
    }

    .error {
      border-color: var(--danger-text);
    }

    .error .text {
      color: var(--danger-text);
    }

    .text {
      flex: 1;
      min-width: 0;
    }

    .request {
      display: block;
      font-family: var(--mono);
      font-size: 11px;
    }

    @keyframes rise {
      from {
        opacity: 0;
        transform: translateY(8px);
      }
    }

    @media (max-width: 767px) {
      :host {
        --lowest: calc(var(--bottom-bar) + 12px + env(safe-area-inset-bottom));
      }
    }
  `,
})
export class ToastList {
  protected readonly toasts = inject(Toasts);

  constructor() {
    const { nativeElement: host } = inject<ElementRef<HTMLElement>>(ElementRef);
    inject(DOCUMENT).body.append(host);
    inject(DestroyRef).onDestroy(() => host.remove());
    let isOpen = false;
    afterRenderEffect(() => {
      const isAny = this.toasts.shown().length > 0;
      // What was opened last lies on top, so it is opened again.
      if (isOpen) host.hidePopover();
      if (isAny) host.showPopover();
      isOpen = isAny;
    });
  }

  protected act({ id, action }: Toast): void {
    this.toasts.close(id);
    action?.run();
  }
}
