import { OverlayContainer } from '@angular/cdk/overlay';
import {
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  DOCUMENT,
  effect,
  type ElementRef,
  inject,
  Injector,
  runInInjectionContext,
  viewChild,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { Router, RouterOutlet } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { LiveEvents } from '../http/live-events';
import { Business } from '../session/business';
import { Confirmation } from '../session/confirmation';
import { Session } from '../session/session';
import { takeBrowserZone } from '../session/take-browser-zone';
import { isNarrow } from '../ui/screen-width';
import { AwayNotice } from './away-notice';
import { BottomBar } from './bottom-bar';
import { Dialogs } from './dialogs';
import { NAV } from './nav';
import { NAV_COUNTERS } from './nav-counts';
import { Shortcuts } from './shortcuts';
import { Sidebar } from './sidebar';
import { SidebarState } from './sidebar-state';
import { ToastList } from './toast-list';
import { TopBar } from './top-bar';
import { typeAhead } from './type-ahead';

const PALETTE_AFTER_MS = 3_000;
const loadPalette = () => import('./palette');

/** What stands around every screen. */
@Component({
  selector: 'app-frame',
  imports: [AwayNotice, BottomBar, RouterOutlet, Sidebar, ToastList, TopBar, TranslocoPipe],
  template: `
    <a class="skip" href="#content" (click)="skip($event)">{{ 'frame.skip' | transloco }}</a>
    @if (!is_narrow()) {
      <app-sidebar />
    }
    <div class="side">
      <app-top-bar (searchOpened)="openPalette()" />
      <app-away-notice />
      <main #content id="content" tabindex="-1">
        <router-outlet />
      </main>
    </div>
    @if (is_narrow()) {
      <app-bottom-bar />
    }
    <app-toast-list />
  `,
  styleUrl: './frame.css',
  host: { '[class.collapsed]': 'sidebar.is_collapsed()' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Frame {
  private readonly document = inject(DOCUMENT);
  private readonly router = inject(Router);
  private readonly injector = inject(Injector);
  private readonly page = inject(DestroyRef);
  private readonly dialogs = inject(Dialogs);
  private readonly transloco = inject(TranslocoService);
  private readonly session = inject(Session);
  private readonly confirmation = inject(Confirmation);
  private readonly shortcuts = inject(Shortcuts);
  protected readonly sidebar = inject(SidebarState);
  protected readonly is_narrow = isNarrow();
  private readonly content = viewChild.required<ElementRef<HTMLElement>>('content');

  private isPaletteComing = false;

  constructor() {
    inject(LiveEvents);
    inject(Business);
    void takeBrowserZone(this.session);
    this.nameOverlays();
    this.startCounters();
    // ⌘K opens at once then, and loses none of the keys that follow.
    const soon = setTimeout(() => void loadPalette().catch(() => undefined), PALETTE_AFTER_MS);
    this.page.onDestroy(() => clearTimeout(soon));
    const group = 'keys.general';
    this.shortcuts.register([
      { keys: 'mod+k', label: 'keys.palette', group, while_typing: true, run: () => void this.openPalette() },
      { keys: '?', label: 'keys.sheet', group, run: () => void this.openKeySheet() },
      { keys: '[', label: 'keys.sidebar', group, run: () => this.sidebar.toggle() },
      ...NAV.filter(({ role }) => this.session.may(role)).map(({ key, label, path }) => ({
        keys: `g ${key}`,
        label,
        group: 'keys.go',
        run: () => void this.router.navigateByUrl(path),
      })),
    ]);
    effect(() => {
      if (this.session.isLost()) void this.askToSignInAgain();
    });
    effect(() => {
      if (this.confirmation.isWanted()) void this.askToConfirm();
    });
  }

  protected async openPalette(): Promise<void> {
    if (this.isPaletteComing) return;
    this.isPaletteComing = true;
    const ahead = typeAhead(this.document);
    const { Palette } = await loadPalette()
      .catch((error: unknown) => {
        ahead.take();
        throw error;
      })
      .finally(() => (this.isPaletteComing = false));
    await this.dialogs.open(Palette, {
      data: ahead,
      width: 'min(600px, calc(100vw - 32px))',
      panelClass: ['dialog-panel', 'palette-panel'],
      // The commands belong to the frame.
      injector: this.injector,
      ariaLabel: this.transloco.translate('palette.label'),
    });
  }

  protected skip(event: Event): void {
    event.preventDefault();
    this.content().nativeElement.focus();
  }

  /** Menus lie outside of all landmarks of the page; their container becomes one. */
  private nameOverlays(): void {
    const container = inject(OverlayContainer).getContainerElement();
    const label = toSignal(this.transloco.selectTranslate<string>('frame.overlays'));
    container.setAttribute('role', 'region');
    effect(() => container.setAttribute('aria-label', label() ?? ''));
  }

  private startCounters(): void {
    for (const load of inject(NAV_COUNTERS, { optional: true }) ?? []) {
      void load().then((start) => runInInjectionContext(this.injector, start));
    }
  }

  private async openKeySheet(): Promise<void> {
    const { KeySheet } = await import('./key-sheet');
    await this.dialogs.open(KeySheet, { width: 'min(640px, calc(100vw - 32px))' });
  }

  /** Closing the dialog gives the action up. */
  private async askToConfirm(): Promise<void> {
    const { ConfirmSession } = await import('./confirm-session');
    await this.dialogs.open(ConfirmSession, { width: 'min(400px, calc(100vw - 32px))' });
    this.confirmation.cancel();
  }

  private async askToSignInAgain(): Promise<void> {
    const { SignInAgain } = await import('./sign-in-again');
    await this.dialogs.open(SignInAgain, { disableClose: true });
  }
}
