import { Component, DestroyRef, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, RouterOutlet } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { Session } from '../../session/session';
import { holdsUnsaved, Unsaved } from '../../session/unsaved';
import { Confirm } from './confirm';
import { Dialogs } from './dialogs';
import { leaving } from './leaving.guard';

let isTyped = false;
let isLost = false;

@Component({ template: '' })
class Drawer {
  constructor() {
    holdsUnsaved(() => isTyped);
  }
}

@Component({
  imports: [RouterOutlet],
  template: '<router-outlet />',
})
class Holding {}

@Component({ template: '' })
class Other {}

describe('leaving what is typed', () => {
  const asked: string[] = [];
  let mayLeave = false;
  let isDialogOpen = false;
  let router: Router;

  beforeEach(async () => {
    asked.length = 0;
    mayLeave = false;
    isDialogOpen = false;
    isTyped = false;
    isLost = false;
    const confirm = { askToLeave: (text: string) => Promise.resolve(asked.push(text) > 0 && mayLeave) };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([
          {
            path: '',
            component: Holding,
            runGuardsAndResolvers: 'always',
            canDeactivate: [leaving],
            children: [
              { path: 'list', component: Holding, children: [{ path: ':id', component: Drawer }] },
              { path: 'other', component: Other },
            ],
          },
        ]),
        { provide: Confirm, useValue: confirm },
        { provide: Session, useValue: { isLost: () => isLost } },
        { provide: Dialogs, useValue: { closeAll: () => (isDialogOpen = false) } },
      ],
    });
    await RouterTestingHarness.create('/list/1');
    router = TestBed.inject(Router);
    isTyped = true;
  });

  it('asks before another record, its list or another screen takes its place', async () => {
    for (const address of ['/list/2', '/list', '/other'])
      expect(await router.navigateByUrl(address)).toBe(false);

    expect(asked).toEqual(['unsaved.text', 'unsaved.text', 'unsaved.text']);
    expect(router.url).toBe('/list/1');
  });

  it('asks nothing while the record stays, as when a filter changes', async () => {
    expect(await router.navigateByUrl('/list/1?status=active')).toBe(true);
    expect(asked).toEqual([]);
  });

  it('goes on when the user gives it up, and when nothing is typed', async () => {
    mayLeave = true;
    expect(await router.navigateByUrl('/list/2')).toBe(true);
    isTyped = false;
    expect(await router.navigateByUrl('/other')).toBe(true);
    expect(asked).toEqual(['unsaved.text']);
  });

  it('asks for a dialog when the screen behind it is left', async () => {
    isTyped = false;
    isDialogOpen = true;
    TestBed.runInInjectionContext(() => {
      const holder = { isUnsaved: () => isDialogOpen, text: () => 'clients.new_unsaved', route: null };
      inject(Unsaved).hold(holder, inject(DestroyRef));
    });
    expect(await router.navigateByUrl('/list/1?page=2')).toBe(true);
    expect(await router.navigateByUrl('/other')).toBe(false);
    expect(isDialogOpen).toBe(true);
    mayLeave = true;
    expect(await router.navigateByUrl('/other')).toBe(true);

    expect(asked).toEqual(['clients.new_unsaved', 'clients.new_unsaved']);
    expect(isDialogOpen).toBe(false);
  });

  it('waits while the user has to sign in again: the dialog that asks for it may cover the screen', async () => {
    isTyped = false;
    isLost = true;
    isDialogOpen = true;
    expect(await router.navigateByUrl('/other')).toBe(false);
    expect(isDialogOpen).toBe(true);
    isLost = false;
    expect(await router.navigateByUrl('/other')).toBe(true);
  });

  it('is asked by the browser too when the page is closed or loaded again', () => {
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(true);
    isTyped = false;
    expect(close()).toBe(false);
    isTyped = true;
    TestBed.inject(Unsaved).release();
    expect(close()).toBe(false);
  });
});
