import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, contentChild, input, output, type TemplateRef } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PageList } from '../data/page-list';
import type { Query } from '../data/query';
import { PageHeader } from '../layout/page-header';
import { Icon } from '../ui/icon';
import type { IconName } from '../ui/icons';
import { ListFrame } from '../ui/lists/list-frame';

/** A screen of the settings that lists a few rows, each drawn by the template `#row`, and makes new ones. */
@Component({
  selector: 'app-settings-list',
  imports: [Icon, ListFrame, NgTemplateOutlet, PageHeader, TranslocoPipe],
  templateUrl: './settings-list.html',
  styleUrls: ['./settings-screen.css', './settings-list.css'],
})
export class SettingsList<Row extends { id: string }> {
  /** Key of the text. */
  readonly heading = input.required<string>();
  /** Where the texts `lead`, `make`, `none` and `none_text` stand. */
  readonly texts = input.required<string>();
  readonly icon = input.required<IconName>();
  readonly list = input.required<PageList<Row> | Query<readonly Row[]>>();
  readonly made = output();
  protected readonly rows = computed(() => {
    const list = this.list();
    return 'items' in list ? list.items() : (list.value() ?? []);
  });
  protected readonly rowTemplate = contentChild.required<TemplateRef<{ $implicit: Row }>>('row');
}
