import { computed, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import { ROLES, type LoginDto, type MeDto, type Role, type UpdateMeDto } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { Appearance } from './appearance';
import { takeEarlyAnswer } from './early-answer';
import { SessionApi, type SignedIn } from './session-api';
import { Tabs } from './tabs';

/** An access token is replaced when it has less than this left. */
const MARGIN_MS = 30_000;
const RETRY_MS = 2_000;

/** Who is signed in. The access token lives in the memory of this tab alone. */
@Injectable({ providedIn: 'root' })
export class Session {
  private readonly api = inject(SessionApi);
  private readonly tabs = inject(Tabs);
  private readonly appearance = inject(Appearance);
  private readonly router = inject(Router);

  private readonly me = signal<MeDto | null>(null);
  private readonly lost = signal(false);
  private eventsFrom: string | null = null;
  private token: { value: string; ends_at_ms: number } | null = null;
  private refreshing: Promise<boolean> | null = null;
  private restoring: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private waitingForReturn: (() => void)[] = [];

  readonly user = this.me.asReadonly();
  readonly user_id = computed(() => this.me()?.id ?? null);
  readonly isAdmin = computed(() => this.may('admin'));
  readonly isOperator = computed(() => this.may('operator'));
  /** The session has ended: the screen stays as it is, and the user may sign in again. */
  readonly isLost = this.lost.asReadonly();

  /** Where the live events stood when somebody signed in, before anything was read. */
  get last_event_id(): string | null {
    return this.eventsFrom;
  }

  constructor() {
    this.tabs.onMessage((message) => {
      if (message === 'signed_out') this.leave();
      else if (this.me() === null || this.lost()) void this.follow();
    });
  }

  /** Whether the user has this role or a higher one. */
  may(role: Role): boolean {
    const { role: own } = this.me() ?? {};
    return own !== undefined && ROLES.indexOf(own) >= ROLES.indexOf(role);
  }

  /** On the start: goes on with the session of the cookie, if there is one. Waits while the API is away. */
  restore(): Promise<void> {
    return (this.restoring ??= this.tryUntilAnswered());
  }

  /** @throws Problem `invalid_credentials`, `totp_required`, `totp_invalid`, `too_many_requests` */
  async logIn(credentials: LoginDto): Promise<void> {
    await this.begin(await this.api.logIn(credentials));
    this.tabs.tell('signed_in');
  }

  async logOut(): Promise<void> {
    await this.api.logOut().catch(() => undefined);
    this.tabs.tell('signed_out');
    this.leave({ keep_url: false });
  }

  async logOutEverywhere(): Promise<void> {
    await this.api.logOutEverywhere();
    this.tabs.tell('signed_out');
    this.leave({ keep_url: false });
  }

  /** Changes the own name or preferences, and shows them. */
  async updateMe(changes: UpdateMeDto): Promise<void> {
    await this.show(await this.api.updateMe(changes));
  }

  /** Takes over what another answer said about the own account. */
  async show(me: MeDto): Promise<void> {
    this.me.set(me);
    await this.appearance.adopt(me);
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
      .then((answer) => this.begin(answer).then(() => true))
      .catch((error: unknown) => {
        if (isProblem(error) && error.status === 401) return false;
        throw error;
      })
      .finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  /** Called when the session turned out to be over. Resolves when the user has signed in again. */
  whenBack(): Promise<void> {
    this.lost.set(true);
    return new Promise((resolve) => this.waitingForReturn.push(resolve));
  }

  private async ask(): Promise<SignedIn> {
    const early = await takeEarlyAnswer();
    // Another tab may have signed out since.
    if (early !== null && this.tabs.mayBeSignedIn) return early;
    return this.tabs.inTurn(() => this.api.refresh());
  }

  private async tryUntilAnswered(): Promise<void> {
    const { pathname } = location;
    const isPublic = pathname === '/login' || pathname === '/invite';
    if (isPublic && !this.tabs.mayBeSignedIn) return;
    for (;;) {
      try {
        if (!(await this.refresh())) this.tabs.remember(false);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  private async begin({ access_token, expires_in, user, last_event_id }: SignedIn): Promise<void> {
    const before = this.me();
    if (before !== null && before.id !== user.id) {
      location.assign('/');
      return;
    }
    this.eventsFrom = last_event_id;
    const lastsMs = expires_in * 1_000;
    this.token = { value: access_token, ends_at_ms: Date.now() + lastsMs };
    this.tabs.remember(true);
    this.refreshLater(lastsMs - 2 * MARGIN_MS);
    await this.show(user);
    this.lost.set(false);
    for (const resolve of this.waitingForReturn.splice(0)) resolve();
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

  private leave({ keep_url = true } = {}): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.token = null;
    this.tabs.remember(false);
    const wasSignedIn = this.me() !== null;
    this.me.set(null);
    this.lost.set(false);
    this.waitingForReturn = [];
    if (wasSignedIn) void this.router.navigate(['/login'], { queryParams: this.returnTo(keep_url) });
  }

  private returnTo(keepUrl: boolean): { return?: string } {
    return keepUrl && this.router.url !== '/' ? { return: this.router.url } : {};
  }
}

/** The address to open after signing in; only within the panel. */
export function safeReturn(asked: string | undefined): string {
  return asked !== undefined && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/login') ? asked : '/';
}
