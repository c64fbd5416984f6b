import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Icon } from '../ui/icon';
import { Toasts, type Toast } from './toasts';

@Component({
  selector: 'app-toast-list',
  imports: [Icon, TranslocoPipe],
  template: `
    <div
      role="status"
      aria-live="polite"
      [attr.aria-label]="'toast.region' | transloco"
      (mouseenter)="toasts.hold()"
      (mouseleave)="toasts.letGo()"
      (focusin)="toasts.hold()"
      (focusout)="toasts.letGo()"
    >
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
              type="button"
              class="icon-button"
              [attr.aria-label]="'toast.close' | transloco"
              (click)="toasts.close(toast.id)"
            >
              <svg appIcon="x" size="14"></svg>
            </button>
          </li>
        }
      </ul>
    </div>
  `,
  styles: `
    ul {
      position: fixed;
      right: 16px;
      bottom: 16px;
      z-index: 900;
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
      ul {
        bottom: calc(var(--bottom-bar) + 12px + env(safe-area-inset-bottom));
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ToastList {
  protected readonly toasts = inject(Toasts);

  protected act({ id, action }: Toast): void {
    this.toasts.close(id);
    action?.run();
  }
}
