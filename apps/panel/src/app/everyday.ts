// Nearly every screen is made of these. They come with the frame, in its file: a browser would wait for a request each.
import './layout/confirm';
import './layout/dialog-frame';
import './layout/dialogs';
import './layout/page-header';
import './layout/toasts';
import './ui/copy-button';
import './ui/data-table/data-table';
import './ui/empty-state';
import './ui/error-panel';
import './ui/field';
import './ui/filter-chips';
import './ui/highlighted';
import './ui/key-values';
import './ui/relative-time';
import './ui/search-field';
import './ui/segmented';
import './ui/skeleton';
import './ui/status-chip';
import './ui/tab-links';
import './ui/turns';
import { InjectionToken } from '@angular/core';
import { pageList } from './http/page-list';
import { toLocal } from './i18n/zoned-time';
import { unsavedChanges } from './layout/unsaved-changes.guard';
import { urlState } from './layout/url-state';
import { bringIntoSight } from './ui/bring-into-sight';
import { browserName } from './ui/browser-name';
import { expiryOf } from './ui/expiry';

/** Names the functions, for a bundler leaves out of a file what nothing names there. */
export const EVERYDAY = {
  provide: new InjectionToken('what comes with the frame'),
  useValue: [bringIntoSight, browserName, expiryOf, pageList, toLocal, unsavedChanges, urlState],
};
