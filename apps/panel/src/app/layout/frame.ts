import {
  ApplicationRef,
  Component,
  DestroyRef,
  DOCUMENT,
  effect,
  type ElementRef,
  inject,
  Injector,
  runInInjectionContext,
  viewChild,
  untracked,
} from '@angular/core';
import { Router, RouterOutlet } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { LiveEvents } from '../data/live-events';
import { Business } from '../data/business';
import { Confirmation } from '../session/confirmation';
import { Session } from '../session/session';
import { takeBrowserZone, takeChosenLanguage } from '../session/take-browser-zone';
import { isNarrow } from '../ui/screen-width';
import { AwayNotice } from './away-notice';
import { BottomBar } from './navigation/bottom-bar';
import { Dialogs } from '../ui/dialogs/dialogs';
import { followOwnUser } from './follow-own-user';
import { placesOf } from './navigation/nav';
import { NAV_COUNTERS } from './navigation/nav-counts';
import { nameOverlays } from './overlay-region';
import { RecentRecords } from './commands/recent-records';
import { Shortcuts, type Shortcut } from '../ui/keys/shortcuts';
import { Sidebar } from './navigation/sidebar';
import { SidebarState } from './navigation/sidebar-state';
import { showTitles } from './titles';
import { ToastList } from '../ui/toasts/toast-list';
import { Toasts } from '../ui/toasts/toasts';
import { TopBar } from './navigation/top-bar';
import { typeAhead } from '../ui/keys/type-ahead';

const LATER_MS = 3_000;
/** Where keys are unlikely. */
const IS_TOUCHED = '(pointer: coarse)';
const loadPalette = () => import('./commands/palette');
const loadPresence = () => import('../session/presence');
const loadSignInAgain = () => import('../ui/dialogs/sign-in-again');
const loadConfirmSession = () => import('../ui/dialogs/confirm-session');

/** The frame around every screen: sidebar, top bar, content. */
@Component({
  selector: 'app-frame',
  imports: [AwayNotice, BottomBar, RouterOutlet, Sidebar, ToastList, TopBar, TranslocoPipe],
  template: `
    <a class="skip" href="#content" (click)="skip($event)">{{ 'frame.skip' | transloco }}</a>
    @if (!isNarrow()) {
      <app-sidebar />
    }
    <div class="side">
      <app-top-bar (searchOpened)="openPalette()" />
      <app-away-notice />
      <main #content id="content" tabindex="-1">
        <router-outlet />
      </main>
    </div>
    @if (isNarrow()) {
      <app-bottom-bar />
    }
    <app-toast-list />
  `,
  styleUrl: './frame.css',
  host: {
    '[class.collapsed]': 'sidebar.isCollapsed()',
    '(document:dragover)': 'ignoreDroppedFile($event)',
    '(document:drop)': 'ignoreDroppedFile($event)',
  },
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
  private readonly toasts = inject(Toasts);
  protected readonly sidebar = inject(SidebarState);
  protected readonly isNarrow = isNarrow();
  private readonly content = viewChild.required<ElementRef<HTMLElement>>('content');

  constructor() {
    inject(LiveEvents);
    inject(RecentRecords);
    inject(Business);
    void takeChosenLanguage();
    nameOverlays();
    showTitles();
    // The screen gets its data first.
    void inject(ApplicationRef)
      .whenStable()
      .then(() => this.startCounters());
    const soon = setTimeout(() => {
      // Looking it up takes a phone as long as drawing the frame.
      void runInInjectionContext(this.injector, takeBrowserZone);
      // ⌘K opens at once then, and loses none of the keys that follow.
      if (!matchMedia(IS_TOUCHED).matches) void loadPalette().catch(() => undefined);
      void loadPresence()
        .then(({ Presence }) => this.injector.get(Presence))
        .catch(() => undefined);
      void import('./worker/follow-worker')
        .then(({ followWorker }) => runInInjectionContext(this.injector, followWorker))
        .catch(() => undefined);
    }, LATER_MS);
    this.page.onDestroy(() => clearTimeout(soon));
    const group = 'keys.general';
    const shortcuts: Shortcut[] = [
      { keys: 'mod+k', label: 'keys.palette', group, whileTyping: true, run: () => void this.openPalette() },
      { keys: '?', label: 'keys.sheet', group, run: () => void this.openKeySheet() },
      { keys: 'z', label: 'toast.undo', group, run: () => this.toasts.undoLast() },
      { keys: '[', label: 'keys.sidebar', group, run: () => this.sidebar.toggle() },
      ...placesOf(this.session, 'both').map(({ key, label, path }) => ({
        keys: `g ${key}`,
        label,
        group: 'keys.go',
        run: () => void this.router.navigateByUrl(path),
      })),
    ];
    this.shortcuts.register(shortcuts.map((shortcut) => ({ ...shortcut, everywhere: true })));
    effect(() => {
      // The dialog reads and writes signals: if the effect tracked them, it would open the dialog again and again.
      if (this.session.isLost()) untracked(() => void this.askToSignInAgain());
    });
    effect(() => {
      if (this.confirmation.isWanted()) untracked(() => void this.askToConfirm());
    });
    followOwnUser();
    // When they are needed, the server may be away, or have a newer version of the panel.
    const early = () => void Promise.all([loadSignInAgain(), loadConfirmSession()]).catch(() => undefined);
    const timer = setTimeout(early, LATER_MS);
    this.page.onDestroy(() => clearTimeout(timer));
  }

  protected async openPalette(): Promise<void> {
    const ahead = typeAhead(this.document);
    const opened = this.dialogs.load(() => loadPalette().then(({ Palette }) => Palette), {
      data: ahead,
      width: 'min(600px, calc(100vw - 32px))',
      panelClass: ['dialog-panel', 'palette-panel'],
      // The commands belong to the frame.
      injector: this.injector,
      ariaLabel: this.transloco.translate('palette.label'),
    });
    // Also where none came, the page gets its keys again.
    await opened.finally(() => ahead.take());
  }

  /** A file that is dropped beside the place for it would be opened instead of the panel. */
  protected ignoreDroppedFile(event: DragEvent): void {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  }

  protected skip(event: Event): void {
    event.preventDefault();
    this.content().nativeElement.focus();
  }

  private startCounters(): void {
    if (this.page.destroyed) return;
    for (const load of this.injector.get(NAV_COUNTERS, [])) {
      void load().then((start) => runInInjectionContext(this.injector, start));
    }
  }

  private async openKeySheet(): Promise<void> {
    await this.dialogs.load(() => import('./commands/key-sheet').then(({ KeySheet }) => KeySheet), {
      width: 'min(640px, calc(100vw - 32px))',
    });
  }

  /** Closing the dialog gives the action up. */
  private async askToConfirm(): Promise<void> {
    try {
      const { ConfirmSession } = await loadConfirmSession();
      await this.dialogs.open(ConfirmSession, { width: 'min(400px, calc(100vw - 32px))' });
    } finally {
      this.confirmation.cancel();
    }
  }

  private async askToSignInAgain(): Promise<void> {
    const isCovered = this.session.isEndedElsewhere();
    const backdropClass = isCovered ? 'cover' : 'cdk-overlay-dark-backdrop';
    if (isCovered) this.toasts.clear();
    try {
      const { SignInAgain } = await loadSignInAgain();
      await this.dialogs.open(SignInAgain, { disableClose: true, backdropClass });
    } catch (error) {
      const reload = { label: 'session.load_again', run: () => location.reload() };
      this.toasts.show('session.lost_title', { action: reload });
      throw error;
    }
  }
}
