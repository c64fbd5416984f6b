import { NgTemplateOutlet } from '@angular/common';
import { Component, contentChild, input, output, type TemplateRef } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { Query } from '../data/query';
import { PageHeader } from '../layout/page-header';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { Icon } from '../ui/icon';
import type { IconName } from '../ui/icons';
import { RefetchBar, Skeleton, WhileWaiting } from '../ui/skeleton';

/** A screen of the settings that lists a few rows, each drawn by the template `#row`, and makes new ones. */
@Component({
  selector: 'app-settings-list',
  imports: [
    EmptyState,
    ErrorPanel,
    Icon,
    NgTemplateOutlet,
    PageHeader,
    RefetchBar,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './settings-list.html',
  styleUrls: ['./settings-screen.css', './settings-list.css'],
})
export class SettingsList<Row extends { id: string }> {
  /** Key of the text. */
  readonly heading = input.required<string>();
  /** Where the texts `lead`, `make`, `none` and `none_text` stand. */
  readonly texts = input.required<string>();
  readonly icon = input.required<IconName>();
  readonly list = input.required<Query<readonly Row[]>>();
  readonly made = output();
  protected readonly rowTemplate = contentChild.required<TemplateRef<{ $implicit: Row }>>('row');
}
