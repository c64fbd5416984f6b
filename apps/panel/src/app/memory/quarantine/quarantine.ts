import { Component } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { MemoryHeader } from '../memory-header';
import { HeldRows } from './held-rows';

/** What is kept from assistants because it gives orders to a model, until somebody decides. */
@Component({
  selector: 'app-quarantine',
  imports: [HeldRows, MemoryHeader, TranslocoPipe],
  template: `
    <div class="page">
      <app-memory-header heading="memory.quarantine" />
      <p class="lead">{{ 'memory.held.lead' | transloco }}</p>
      <app-held-rows />
    </div>
  `,
  styleUrl: '../../ui/lists/list-page.css',
  styles: `
    .lead {
      max-width: 68ch;
      margin-bottom: 12px;
    }
  `,
})
export class Quarantine {}
