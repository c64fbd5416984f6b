import { TestBed } from '@angular/core/testing';
import { TranslocoService } from '@jsverse/transloco';
import { render } from '../../../testing/render';
import { signedIn } from '../../../testing/conversations';
import { Component } from '@angular/core';
import { Days } from './days';

@Component({ template: '' })
class Nothing {}

describe('the day in a row of the list', () => {
  it.each([
    ['2026-11-20T09:30:00Z', '9:30 AM'],
    ['2026-11-19T23:30:00Z', 'Yesterday'],
    ['2026-11-18T09:30:00Z', 'Wed'],
    ['2026-11-14T09:30:00Z', 'Sat'],
    ['2026-11-13T09:30:00Z', 'Fri, Nov 13'],
    ['2025-11-20T09:30:00Z', 'Nov 20, 2025'],
  ])('of %s is %s on a Friday', async (at, shown) => {
    await render(Nothing, { providers: [signedIn('operator')] });
    expect(TestBed.inject(TranslocoService).getActiveLang()).toBe('en');
    expect(TestBed.inject(Days).inRow(at, Date.parse('2026-11-20T12:00:00Z')).replaceAll(/\s/g, ' ')).toBe(
      shown,
    );
  });
});
