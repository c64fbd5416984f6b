import { inject, Injectable } from '@angular/core';
import type { CanActivateFn } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { firstValueFrom } from 'rxjs';
import { languageOf, type Language, type Texts } from './languages';

/** Loads texts before they are shown, so that no screen appears without its words. */
@Injectable({ providedIn: 'root' })
export class FeatureTexts {
  private readonly transloco = inject(TranslocoService);
  private readonly features = new Map<string, Texts>();
  /** By language and feature. */
  private readonly loaded = new Map<string, Promise<void>>();
  private asked: Language | null = null;

  /** Adds a feature's texts under its name, or without one where the name is empty. */
  async add(name: string, texts: Texts): Promise<void> {
    this.features.set(name, texts);
    await this.loadOnce(name, texts, languageOf(this.transloco.getActiveLang()));
  }

  /**
   * Changes the language, when all its texts are there; also those of a screen that was opened meanwhile. A later call
   * counts, whichever texts come first.
   */
  async speak(language: Language): Promise<void> {
    this.asked = language;
    await firstValueFrom(this.transloco.load(language));
    for (let known = 0; known < this.features.size;) {
      known = this.features.size;
      await Promise.all([...this.features].map(([name, texts]) => this.loadOnce(name, texts, language)));
    }
    if (this.asked === language) this.transloco.setActiveLang(language);
  }

  private async loadOnce(name: string, texts: Texts, language: Language): Promise<void> {
    const key = `${language}/${name}`;
    const loading = this.loaded.get(key) ?? this.load(name, texts, language);
    this.loaded.set(key, loading);
    try {
      await loading;
    } catch (error) {
      // A later caller tries again.
      this.loaded.delete(key);
      throw error;
    }
  }

  private async load(name: string, texts: Texts, language: Language): Promise<void> {
    const { default: loaded } = await texts(language);
    this.transloco.setTranslation(name === '' ? loaded : { [name]: loaded }, language, { merge: true });
  }
}

/**
 * The texts of a feature, for the `canActivate` of its route: `{{ 'clients.title' | transloco }}` where `name` is
 * `clients`.
 */
export function featureTexts(name: string, texts: Texts): CanActivateFn {
  return async () => {
    await inject(FeatureTexts).add(name, texts);
    return true;
  };
}
