import { computed, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import type { LoginDto, MeDto, Role } from '@groupless/shared-dto';
import { mayActAs, seesMemory } from '@groupless/shared-dto/access/users';
import { isProblem, Problem } from '../http/problem';
import { forgetDay } from '../storage/kept-day';
import { takeEarlyAnswer } from './early-answer';
import { LogOut } from './log-out';
import { Me } from './me';
import { Page } from './page';
import { safeReturn } from './safe-return';
import { SessionApi, type SignedIn } from './session-api';
import { Tabs } from './tabs';
import { Unsaved } from './unsaved';

/** An access token is replaced when it has less than this left. */
const MARGIN_MS = 30_000;
const RETRY_MS = 2_000;

/** Pages of whoever is not signed in. index.html, which runs before any script, names the same. */
const PUBLIC_PATHS = ['/login', '/invite', '/forgot', '/reset'];

/** What waits for the user to sign in again. */
interface Waiting {
  resolve: () => void;
  reject: (error: Problem) => void;
}

/** Who is signed in. The access token lives in the memory of this tab alone. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly api = inject(SessionApi);
  private readonly tabs = inject(Tabs);
  private readonly router = inject(Router);
  private readonly page = inject(Page);
  private readonly unsaved = inject(Unsaved);
  private readonly out = inject(LogOut);
  private readonly own = inject(Me);

  private readonly lost = signal(false);
  private readonly endedElsewhere = signal(false);
  private eventsFrom: string | null = null;
  private token: { value: string; ends_at_ms: number } | null = null;
  private refreshing: Promise<boolean> | null = null;
  private restoring: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private waitingForReturn: Waiting[] = [];

  readonly user = this.own.user;
  readonly user_id = computed(() => this.user()?.id ?? null);
  readonly isAdmin = computed(() => this.may('admin'));
  readonly isOperator = computed(() => this.may('operator'));
  /** The front desk does not: it has no place for the assistants' memory and accounts. */
  readonly seesMemory = computed(() => seesMemory(this.user()?.role ?? 'desk'));
  /** The session has ended: the screen stays as it is, and the user may sign in again. */
  readonly isLost = this.lost.asReadonly();
  /** It was ended in another tab while something was typed in this one: the screen is covered until the user is back. */
  readonly isEndedElsewhere = this.endedElsewhere.asReadonly();

  /** Where the live events stood when somebody signed in, before anything was read. */
  get lastEventId(): string | null {
    return this.eventsFrom;
  }

  constructor() {
    this.tabs.onMessage(({ signed_in: signedIn }) => {
      if (signedIn === null) this.endHere();
      else if (this.user() === null || this.lost()) void this.follow();
      else if (this.user()?.id !== signedIn) this.open('/');
    });
  }

  /** Whether the user has this role or a higher one. */
  may(role: Role): boolean {
    const { role: own } = this.user() ?? {};
    return own !== undefined && mayActAs(own, role);
  }

  /** On the start: goes on with the session of the cookie, if there is one. Waits while the API is away. */
  restore(): Promise<void> {
    return (this.restoring ??= this.tryUntilAnswered());
  }

  /** @throws Problem `invalid_credentials`, `totp_required`, `totp_invalid`, `too_many_requests` */
  async logIn(credentials: LoginDto): Promise<void> {
    if (this.tabs.owesLogOut) await this.tabs.inTurn(() => this.out.settle());
    const signedIn = await this.api.logIn(credentials);
    await this.begin(signedIn);
    this.tabs.tell({ signed_in: signedIn.user.id });
  }

  /** Ends here at once, also while the server is away: then it is told before anything else on the next start. */
  async logOut(): Promise<void> {
    await this.out.begin();
    this.tabs.tell({ signed_in: null });
    this.leave({ keepUrl: false });
  }

  async logOutEverywhere(): Promise<void> {
    await this.api.logOutEverywhere();
    this.tabs.tell({ signed_in: null });
    this.leave({ keepUrl: false });
  }

  /** Takes over what an answer said about the own account. */
  show(me: MeDto): Promise<void> {
    return this.own.show(me);
  }

  /** A token that is good for some time yet. Empty if there is none to be had. */
  async freshToken(): Promise<string> {
    if (this.token !== null && this.token.ends_at_ms - Date.now() < MARGIN_MS)
      await this.refresh().catch(() => false);
    return this.token?.value ?? '';
  }

  /** The next access token; several callers share one request. False: the session is over. */
  refresh(): Promise<boolean> {
    this.refreshing ??= this.ask()
      .then((answer) => this.begin(answer))
      .catch((error: unknown) => {
        if (!isProblem(error) || error.status !== 401) throw error;
        forgetDay();
        return false;
      })
      .finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  /** Called when the session turned out to be over. Resolves when the user has signed in again. */
  whenBack(): Promise<void> {
    this.lost.set(true);
    return new Promise((resolve, reject) => this.waitingForReturn.push({ resolve, reject }));
  }

  private async ask(): Promise<SignedIn> {
    const early = await takeEarlyAnswer();
    // Another tab may have signed out since.
    if (early !== null && this.tabs.mayBeSignedIn && !this.tabs.owesLogOut) return early;
    return this.tabs.inTurn(async () => {
      await this.out.settle();
      return this.api.refresh();
    });
  }

  private async tryUntilAnswered(): Promise<void> {
    if (PUBLIC_PATHS.includes(location.pathname) && !this.tabs.mayBeSignedIn) {
      void this.out.settle().catch(() => undefined);
      return;
    }
    for (;;) {
      try {
        if (!(await this.refresh())) this.tabs.remember(false);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Answers whether the session is that of who was signed in here before, if anybody was. */
  private async begin({ access_token, expires_in, user, lastEventId }: SignedIn): Promise<boolean> {
    const before = this.user();
    if (before !== null && before.id !== user.id) {
      this.open('/');
      return false;
    }
    this.eventsFrom = lastEventId;
    const lastsMs = expires_in * 1_000;
    this.token = { value: access_token, ends_at_ms: Date.now() + lastsMs };
    this.tabs.remember(true);
    this.refreshLater(lastsMs - 2 * MARGIN_MS);
    await this.show(user);
    this.lost.set(false);
    this.endedElsewhere.set(false);
    for (const { resolve } of this.waitingForReturn.splice(0)) resolve();
    return true;
  }

  private refreshLater(afterMs: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    const again = () => void this.refresh().catch(() => this.refreshLater(RETRY_MS));
    this.timer = setTimeout(again, Math.max(afterMs, RETRY_MS));
  }

  /** Another tab has signed in: this one takes over the session. */
  private async follow(): Promise<void> {
    const signedIn = await this.refresh().catch(() => false);
    if (signedIn && this.router.url.startsWith('/login')) {
      const asked = this.router.parseUrl(this.router.url).queryParams['return'] as string | undefined;
      await this.router.navigateByUrl(safeReturn(asked));
    }
  }

  /** Another tab has ended the session. What is typed here waits, covered, until the same user is back. */
  private endHere(): void {
    if (this.user() === null) return;
    if (!this.unsaved.isTyped()) {
      this.leave();
      return;
    }
    this.dropToken();
    this.endedElsewhere.set(true);
    this.lost.set(true);
  }

  /** The whole page goes, and all that it knows of the user with it. */
  private leave({ keepUrl = true } = {}): void {
    this.tabs.remember(false);
    const { url } = this.router;
    const asked = keepUrl && url !== '/' ? `?return=${encodeURIComponent(url)}` : '';
    this.open(`/login${asked}`);
  }

  /** Nothing is sent or shown for this user any more. */
  private open(address: `/${string}`): void {
    this.dropToken();
    forgetDay();
    this.unsaved.release();
    this.own.forget();
    const over = new Problem(401, { code: 'unauthenticated' });
    for (const { reject } of this.waitingForReturn.splice(0)) reject(over);
    this.page.open(address);
  }

  private dropToken(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.token = null;
  }
}
