import {
  CdkMenu,
  CdkMenuGroup,
  CdkMenuItem,
  CdkMenuItemCheckbox,
  CdkMenuItemRadio,
  CdkMenuTrigger,
} from '@angular/cdk/menu';
import { afterNextRender, Component, computed, inject, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DENSITIES, THEMES, type UpdateMeDto } from '@groupless/shared-dto';
import { LANGUAGE_NAMES, LANGUAGES, languageOf } from '../../i18n/languages';
import { Texts } from '../../i18n/texts';
import { Appearance } from '../../i18n/appearance';
import { Session } from '../../session/session';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { OwnAccount } from './own-account';

interface Group {
  /** Key of the text. */
  label: string;
  choices: { label: string; lang?: string; isChosen: boolean; wish: UpdateMeDto }[];
}

/** Who is signed in, the own preferences, and the way out. It comes with the first press of its button, and opens at once. */
@Component({
  selector: 'app-user-menu',
  imports: [
    Avatar,
    CdkMenu,
    CdkMenuGroup,
    CdkMenuItem,
    CdkMenuItemCheckbox,
    CdkMenuItemRadio,
    CdkMenuTrigger,
    Icon,
    RouterLink,
    TranslocoPipe,
  ],
  templateUrl: './user-menu.html',
  styleUrl: './user-menu.css',
})
export class UserMenu {
  private readonly trigger = viewChild(CdkMenuTrigger);
  protected readonly session = inject(Session);
  protected readonly account = inject(OwnAccount);
  protected readonly appearance = inject(Appearance);
  private readonly texts = inject(Texts);
  protected readonly groups = computed((): Group[] => {
    const { theme, density, locale } = this.appearance;
    return [
      {
        label: 'user_menu.theme',
        choices: this.texts
          .choices(THEMES, 'themes')
          .map(({ value, label }) => ({ label, isChosen: value === theme(), wish: { theme: value } })),
      },
      {
        label: 'user_menu.density',
        choices: this.texts
          .choices(DENSITIES, 'densities')
          .map(({ value, label }) => ({ label, isChosen: value === density(), wish: { density: value } })),
      },
      {
        label: 'user_menu.language',
        choices: LANGUAGES.map((lang) => ({
          label: LANGUAGE_NAMES[lang],
          lang,
          isChosen: lang === languageOf(locale()),
          wish: { locale: lang },
        })),
      },
    ];
  });

  constructor() {
    afterNextRender(() => {
      this.trigger()?.open();
      this.trigger()?.getMenu()?.focusFirstItem('program');
    });
  }
}
