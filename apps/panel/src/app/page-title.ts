import { inject, Injectable } from '@angular/core';
import { Title } from '@angular/platform-browser';
import { TitleStrategy, type RouterStateSnapshot } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { Subscription } from 'rxjs';

/** The title of a route is the key of a text; it follows the language. */
@Injectable()
export class PageTitle extends TitleStrategy {
  private readonly title = inject(Title);
  private readonly transloco = inject(TranslocoService);
  private shown?: Subscription;

  override updateTitle(state: RouterStateSnapshot): void {
    const key = this.buildTitle(state);
    this.shown?.unsubscribe();
    this.title.setTitle('Groupless');
    if (key === undefined) return;
    this.shown = this.transloco
      .selectTranslate<string>(key)
      .subscribe((text) => this.title.setTitle(`${text} · Groupless`));
  }
}
