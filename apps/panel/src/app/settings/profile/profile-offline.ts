import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { DayOnDevice } from '../../crm/day-on-device';

/** What this device may keep for when the server cannot be reached. */
@Component({
  selector: 'app-profile-offline',
  imports: [TranslocoPipe],
  template: `
    <section class="card" aria-labelledby="profile-offline">
      <h2 id="profile-offline">{{ 'profile.offline' | transloco }}</h2>
      <p class="lead">{{ 'profile.offline_lead' | transloco }}</p>
      @if (isPossible) {
        <label>
          <input
            type="checkbox"
            [checked]="day.isAllowed()"
            (change)="day.allow($any($event.target).checked)"
          />
          {{ 'profile.offline_day' | transloco }}
        </label>
      } @else {
        <p class="notice">{{ 'profile.offline_needs_https' | transloco }}</p>
      }
    </section>
  `,
  styleUrl: './section.css',
  styles: `
    label {
      display: flex;
      align-items: center;
      gap: 8px;
    }
  `,
})
export class ProfileOffline {
  protected readonly day = inject(DayOnDevice);
  /** The page that shows them comes from the worker. */
  protected readonly isPossible = 'serviceWorker' in navigator && 'caches' in globalThis;
}
