import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PersonDto } from '@groupless/shared-dto';
import { recordList } from '../../layout/record-list';
import { Avatar } from '../../ui/avatar';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import { BESIDE_PX, type Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { Beginning } from '../../ui/long-text';
import { RelativeTime } from '../../ui/formats/relative-time';
import { MemoryHeader } from '../memory-header';
import { HeldMark } from '../quarantine/held-mark';

const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    label: 'memory.person.name',
    width: '2fr',
    sort: { ascending: 'name', descending: '-name' },
  },
  { id: 'relationship', label: 'memory.person.relationship', width: '2fr' },
  { id: 'notes', label: 'memory.notes', width: '3fr', fromPx: BESIDE_PX },
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
    RelativeTime,
    RouterOutlet,
    TranslocoPipe,
  ],
  templateUrl: './person-list.html',
  styleUrls: ['../../ui/lists/list-page.css', '../memory-page.css'],
})
export class PersonList {
  protected readonly people = recordList<PersonDto>({
    url: '/api/memory/people',
    columns: COLUMNS,
    nameOf: ({ name }) => name,
    sort: 'name',
    make: 'memory.person.new',
    empty: () => ({ icon: 'contact', heading: 'memory.person.none', text: 'memory.person.none_text' }),
  });
}
