import { HttpTestingController } from '@angular/common/http/testing';
import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, withNavigationErrorHandler, withRouterConfig } from '@angular/router';
import { render } from '../../../testing/render';
import { AwayNotice } from '../away-notice';
import { LostNavigation, noteLostNavigation } from './lost-navigation';

@Component({ template: '' })
class Screen {}

/** As a browser says it. */
const NO_CODE = new TypeError('Failed to fetch dynamically imported module: /chunk.js');

describe('a screen whose code does not come', () => {
  async function start() {
    let hasCode = false;
    const rendered = await render(AwayNotice, {
      routes: [
        { path: 'here', component: Screen },
        {
          path: 'there',
          loadComponent: () => (hasCode ? Promise.resolve(Screen) : Promise.reject(NO_CODE)),
        },
      ],
      providers: [
        provideRouter(
          [],
          withRouterConfig({ resolveNavigationPromiseOnError: true }),
          withNavigationErrorHandler(noteLostNavigation),
        ),
      ],
    });
    const router = TestBed.inject(Router);
    await router.navigateByUrl('/here');
    await router.navigateByUrl('/there');
    await rendered.settle();
    const answer = async (codeComes: boolean) => {
      hasCode = codeComes;
      rendered.find('button').click();
      rendered.http.expectOne('/api/health/ready').flush({});
      await rendered.settle();
      await rendered.settle();
    };
    return { ...rendered, router, answer };
  }

  it('is waited for, said so, and opened when the API answers', async () => {
    const { router, text, answer } = await start();
    expect(text()).toContain('The screen you asked for opens as soon as it does.');
    expect(router.url).toBe('/here');
    await answer(true);

    expect(router.url).toBe('/there');
    expect(text()).toBe('');
  });

  it('is opened even if meanwhile a dialog’s code did not come, twice', async () => {
    const { router, answer } = await start();
    const lost = TestBed.inject(LostNavigation);
    for (let miss = 0; miss < 2; miss++) lost.codeMissed(NO_CODE.message);
    expect(lost.waiting()).toBe('/there');
    await answer(true);

    expect(router.url).toBe('/there');
  });

  it('is offered by a new load of the page when it does not come even then', async () => {
    const { router, find, text, answer } = await start();
    await answer(false);

    expect(text()).toContain('could not be loaded');
    expect(find('a').getAttribute('href')).toBe('/there');
    expect(router.url).toBe('/here');
  });

  it('is offered so too where it is that of a dialog, which was asked for twice', async () => {
    const { router, find, text, settle } = await start();
    await router.navigateByUrl('/here?again=1');
    const lost = TestBed.inject(LostNavigation);
    lost.codeMissed(NO_CODE.message);
    await settle();
    expect(lost.outdated()).toBeNull();
    lost.codeMissed(NO_CODE.message);
    find('button').click();
    TestBed.inject(HttpTestingController).expectOne('/api/health/ready').flush({});
    await settle();

    expect(text()).toContain('could not be loaded');
    expect(find('a').getAttribute('href')).toBe('/here?again=1');
  });

  it('is forgotten when another one is opened', async () => {
    const { router, text, answer } = await start();
    await router.navigateByUrl('/here?again=1');
    await answer(true);

    expect(router.url).toBe('/here?again=1');
    expect(text()).toBe('');
  });
});
