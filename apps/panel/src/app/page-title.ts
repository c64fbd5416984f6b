import { effect, inject, Injectable, signal } from '@angular/core';
import { NavCounts } from './layout/navigation/nav-counts';
import { Title } from '@angular/platform-browser';
import { TitleStrategy, type RouterStateSnapshot } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { Subscription } from 'rxjs';

/** The title of a route is the key of a text; it follows the language, and begins with how many wait for a person: `(3) Clients`. */
@Injectable()
export class PageTitle extends TitleStrategy {
  private readonly title = inject(Title);
  private readonly transloco = inject(TranslocoService);
  private readonly counts = inject(NavCounts);
  private readonly page = signal('');
  private shown?: Subscription;

  constructor() {
    super();
    effect(() => {
      const waiting = this.counts.waiting();
      const name = [this.page(), 'Groupless'].filter(Boolean).join(' · ');
      this.title.setTitle(waiting > 0 ? `(${waiting}) ${name}` : name);
    });
  }

  override updateTitle(state: RouterStateSnapshot): void {
    const key = this.buildTitle(state);
    this.shown?.unsubscribe();
    this.page.set('');
    if (key === undefined) return;
    this.shown = this.transloco.selectTranslate<string>(key).subscribe((text) => this.page.set(text));
  }
}
