import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PersonDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { urlState } from '../../layout/url-state';
import { Avatar } from '../../ui/avatar';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { Beginning } from '../../ui/long-text';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryHeader } from '../memory-header';
import { NoRecords } from '../no-records';
import { openRecord } from '../../layout/open-record';
import { HeldMark } from '../quarantine/held-mark';

const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    label: 'memory.person.name',
    width: '2fr',
    sort: { ascending: 'name', descending: '-name' },
  },
  { id: 'relationship', label: 'memory.person.relationship', width: '2fr' },
  { id: 'notes', label: 'memory.notes', width: '3fr' },
  { id: 'updated', label: 'memory.updated', width: '144px', sort: { descending: '-updated_at' } },
];

/** The people that the assistant knows. */
@Component({
  selector: 'app-person-list',
  imports: [
    HeldMark,
    Avatar,
    Beginning,
    Cell,
    CompactRow,
    DataTable,
    MemoryHeader,
    NoRecords,
    RelativeTime,
    RouterOutlet,
    TranslocoPipe,
  ],
  templateUrl: './person-list.html',
  styleUrls: ['../../ui/lists/list-page.css', '../memory-page.css'],
})
export class PersonList {
  protected readonly sort = urlState('sort', 'name');
  protected readonly record = openRecord({ make: 'memory.person.new' });
  /** Columns for which there is no room beside a drawer. */
  protected readonly besideRecord = ['notes'];
  protected readonly columns = COLUMNS;
  protected readonly people = pageList<PersonDto>(() => ({
    url: '/api/memory/people',
    query: { sort: this.sort.value() },
  }));
  protected readonly idOf = ({ id }: PersonDto) => String(id);
  protected readonly nameOf = ({ name }: PersonDto) => name;
}
