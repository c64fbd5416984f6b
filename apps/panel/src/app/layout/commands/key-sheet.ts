import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Shortcuts, type Shortcut } from '../../ui/keys/shortcuts';

const NAMES: Record<string, string> = {
  escape: 'Esc',
  enter: 'Enter',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};

/** All keys that do something where the user is. */
@Component({
  selector: 'app-key-sheet',
  imports: [DialogFrame, TranslocoPipe],
  template: `
    <app-dialog-frame [heading]="'keys.title' | transloco">
      <div class="groups">
        @for (group of groups(); track group.name) {
          <section>
            <h3>{{ group.name | transloco }}</h3>
            <dl>
              @for (shortcut of group.shortcuts; track shortcut.keys) {
                <div>
                  <dt>{{ shortcut.label | transloco }}</dt>
                  <dd>
                    @for (key of parts(shortcut); track $index) {
                      <kbd>{{ key }}</kbd>
                    }
                  </dd>
                </div>
              }
            </dl>
          </section>
        }
      </div>
      <label class="switch">
        <input
          type="checkbox"
          [checked]="!shortcuts.areOff()"
          (change)="shortcuts.switchOff(!$any($event.target).checked)"
        />
        {{ 'keys.on' | transloco }}
      </label>
    </app-dialog-frame>
  `,
  styles: `
    .groups {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
      gap: 16px 32px;
    }

    dl > div {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      min-height: 28px;
    }

    dt {
      color: var(--text-2);
    }

    dd {
      display: flex;
      gap: 4px;
    }

    .switch {
      display: flex;
      align-items: center;
      gap: 8px;
      margin-top: 16px;
      padding-top: 12px;
      border-top: 1px solid var(--border);
    }
  `,
})
export class KeySheet {
  protected readonly shortcuts = inject(Shortcuts);
  protected readonly groups = computed(() => {
    const byGroup = Map.groupBy(this.shortcuts.all(), ({ group }) => group);
    return [...byGroup].map(([name, shortcuts]) => ({ name, shortcuts }));
  });

  protected parts({ keys }: Shortcut): string[] {
    const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
    return keys.split(/[ +]/).map((key) => (key === 'mod' ? mod : (NAMES[key] ?? key)));
  }
}
