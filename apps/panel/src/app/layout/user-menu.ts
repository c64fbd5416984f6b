import { CdkMenu, CdkMenuGroup, CdkMenuItem, CdkMenuItemRadio, CdkMenuTrigger } from '@angular/cdk/menu';
import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DENSITIES, THEMES, type UpdateMeDto } from '@groupless/shared-dto';
import { LANGUAGE_NAMES, LANGUAGES, languageOf } from '../i18n/languages';
import { Appearance } from '../session/appearance';
import { Session } from '../session/session';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { Toasts } from './toasts';

/** Who is signed in, the own preferences, and the way out. */
@Component({
  selector: 'app-user-menu',
  imports: [
    Avatar,
    CdkMenu,
    CdkMenuGroup,
    CdkMenuItem,
    CdkMenuItemRadio,
    CdkMenuTrigger,
    Icon,
    RouterLink,
    TranslocoPipe,
  ],
  templateUrl: './user-menu.html',
  styleUrl: './user-menu.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class UserMenu {
  private readonly toasts = inject(Toasts);
  protected readonly session = inject(Session);
  protected readonly appearance = inject(Appearance);
  protected readonly themes = THEMES;
  protected readonly densities = DENSITIES;
  protected readonly languages = LANGUAGES;
  protected readonly languageNames = LANGUAGE_NAMES;
  protected readonly language = computed(() => languageOf(this.appearance.locale()));

  /** Shown at once; taken back if it cannot be kept. */
  protected async change(wish: UpdateMeDto): Promise<void> {
    const { theme, density, locale } = this.appearance;
    const before = { theme: theme(), density: density(), locale: locale() };
    await this.appearance.adopt(wish);
    try {
      await this.session.updateMe(wish);
    } catch (error) {
      await this.appearance.adopt(before);
      this.toasts.failed('user_menu.failed', error);
    }
  }
}
