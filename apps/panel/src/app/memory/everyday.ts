// What nearly every screen of the memory is made of comes with its routes, as `../everyday.ts` does with the frame.
import './memory-tabs';
import './more-rows';
import './priority';
import { InjectionToken } from '@angular/core';
import { deletion } from './deletion';
import { keepFresh } from './keep-fresh';
import { openRecord } from './open-record';
import { changesOf } from './record-form';

export const EVERYDAY = {
  provide: new InjectionToken('what comes with the memory'),
  useValue: [changesOf, deletion, keepFresh, openRecord],
};
