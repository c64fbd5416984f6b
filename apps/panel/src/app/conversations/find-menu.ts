import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  type ElementRef,
  inject,
  Injector,
  input,
  model,
  output,
  signal,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { folded } from '../ui/formats/folded';

/** What can be chosen: shown and found by its name, and by what is said of it. */
export interface Choice {
  id: string;
  name: string;
  about: string;
}

/** A menu with a field to find what is to be inserted into a text, opened by its button, or by a mark in the text. */
@Component({
  selector: 'app-find-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, RouterLink, TranslocoPipe],
  template: `
    <button
      type="button"
      class="button quieter"
      [cdkMenuTriggerFor]="menu"
      (cdkMenuOpened)="begin()"
      (cdkMenuClosed)="end()"
    >
      <ng-content />
    </button>
    <ng-template #menu>
      <div class="menu" cdkMenu [attr.aria-label]="label() | transloco">
        @if (hasFailed()) {
          <button type="button" class="menu-item" cdkMenuItem (cdkMenuItemTriggered)="openAgain()">
            {{ 'conversations.list_failed' | transloco }}
          </button>
        }
        <input
          #field
          class="input"
          autocomplete="off"
          [attr.aria-label]="find() | transloco"
          [attr.placeholder]="find() | transloco"
          [value]="wanted()"
          (input)="wanted.set(field.value)"
          (keydown)="onKey($event)"
        />
        @for (choice of fitting(); track choice.id) {
          <button type="button" class="menu-item choice" cdkMenuItem (cdkMenuItemTriggered)="choose(choice)">
            <bdi class="nowrap">{{ choice.name }}</bdi>
            @if (choice.about !== '') {
              <span class="caption nowrap">{{ choice.about }}</span>
            }
          </button>
        } @empty {
          @if (wanted() !== '') {
            <p class="caption nothing">{{ nothing() | transloco }}</p>
          }
        }
        @if (more(); as link) {
          <a class="menu-item" cdkMenuItem [routerLink]="link.path">{{ link.label | transloco }}</a>
        }
      </div>
    </ng-template>
  `,
  styles: `
    .menu {
      max-width: 320px;
      max-height: 50vh;
      overflow-y: auto;
    }

    .choice {
      display: grid;
    }

    .nothing {
      padding: 8px 12px;
    }
  `,
})
export class FindMenu {
  /** What opens it in the text. */
  readonly mark = input.required<string>();
  readonly choices = input.required<readonly Choice[]>();
  readonly hasFailed = input(false);
  /** This and the next two are keys of texts. */
  readonly label = input.required<string>();
  readonly find = input.required<string>();
  readonly nothing = input.required<string>();
  readonly more = input<{ path: string; label: string } | null>(null);
  readonly isOpen = model(false);
  readonly chosen = output<Choice>();
  /** It was closed without a choice: what was typed to open it, and to find one. */
  readonly dismissed = output<string>();
  readonly closed = output();
  private readonly injector = inject(Injector);
  private readonly trigger = viewChild.required(CdkMenuTrigger);
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('field');
  private isByMark = false;
  private isChosen = false;
  protected readonly wanted = signal('');
  protected readonly fitting = computed(() => {
    const words = folded(this.wanted()).split(' ');
    return this.choices().filter(({ name, about }) =>
      words.every((word) => folded(`${name} ${about}`).includes(word)),
    );
  });

  constructor() {
    effect(() => {
      if (this.isOpen() && this.hasFailed())
        afterNextRender(() => this.trigger().getMenu()?.focusFirstItem('program'), {
          injector: this.injector,
        });
    });
  }

  /** By the mark in the text. */
  open(): void {
    this.isByMark = true;
    this.trigger().open();
  }

  protected begin(): void {
    this.wanted.set('');
    this.isChosen = false;
    this.isOpen.set(true);
    afterNextRender(() => this.field()?.nativeElement.focus(), { injector: this.injector });
  }

  protected end(): void {
    this.isOpen.set(false);
    if (this.isByMark && !this.isChosen) this.dismissed.emit(`${this.mark()}${this.wanted()}`);
    this.isByMark = false;
    this.closed.emit();
  }

  protected openAgain(): void {
    afterNextRender(() => this.trigger().open(), { injector: this.injector });
  }

  protected choose(choice: Choice): void {
    this.isChosen = true;
    this.chosen.emit(choice);
  }

  /** The menu has letters for its own; the first that fits is inserted, and nothing where none does. */
  protected onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' || event.key === 'Tab') return;
    event.stopPropagation();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      this.trigger().getMenu()?.focusFirstItem('keyboard');
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const [first] = this.fitting();
      if (first === undefined || event.isComposing) return;
      this.choose(first);
      this.trigger().close();
    }
  }
}
